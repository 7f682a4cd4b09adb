import type { Kind } from './kind'
import { options } from './options'

/** Registers or searches a face (CHCFG-16). */
export const faceRecognition: Kind = {
  fields: {
    faceRecognition: {
      type: 'group',
      default: {},
      fields: {
        type: { type: 'choice', choices: ['register', 'search'], default: 'register' },
        form: { type: 'choice', choices: ['before', 'after'], default: 'before' },
        camera: { type: 'choice', choices: ['front', 'back'], default: 'front' },
      },
    },
    ...options('anonymous', 'allowGps', 'notifyManager', 'sendNowTitle', 'sendNowText', 'sendOtherTitle'),
  },
  icon: 'face',
  words: {
    'en-US': {
      name: 'Face recognition',
      options: { faceRecognition: { names: 'Face', type: 'What it does', form: 'Form', camera: 'Camera' } },
      choices: {
        faceRecognition: {
          type: { register: 'Register a face', search: 'Search a face' },
          form: { before: 'Before the picture', after: 'After the picture' },
          camera: { front: 'Front', back: 'Back' },
        },
      },
    },
    'pt-BR': {
      name: 'Reconhecimento facial',
      options: { faceRecognition: { names: 'Rosto', type: 'O que faz', form: 'Formulário', camera: 'Câmera' } },
      choices: {
        faceRecognition: {
          type: { register: 'Cadastrar um rosto', search: 'Procurar um rosto' },
          form: { before: 'Antes da foto', after: 'Depois da foto' },
          camera: { front: 'Frontal', back: 'Traseira' },
        },
      },
    },
  },
}

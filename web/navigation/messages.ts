import type { Locale } from '@tocsin/core/base/constants'

const english = {
  leave: {
    title: 'Leave without saving?',
    kept: 'What you changed stays on this machine as a draft, and is there when you come back.',
    lost: 'What you typed here is kept nowhere.',
    verb: 'Leave',
    save: 'Save the changes of {{name}}?',
    changed: 'Changed: {{changes}}.',
    first: 'Save',
    discard: 'Discard',
  },
  save: {
    title: 'Save the changes first?',
    detail: 'Your changes on this page are not saved yet, and only saved changes are used.',
    verb: 'Save and continue',
  },
}

const portuguese: typeof english = {
  leave: {
    title: 'Sair sem salvar?',
    kept: 'O que você alterou fica nesta máquina como rascunho e estará aqui quando você voltar.',
    lost: 'O que você digitou aqui não fica guardado em lugar nenhum.',
    verb: 'Sair',
    save: 'Salvar as alterações de {{name}}?',
    changed: 'Alterado: {{changes}}.',
    first: 'Salvar',
    discard: 'Descartar',
  },
  save: {
    title: 'Salvar as alterações antes?',
    detail: 'Suas alterações nesta página ainda não foram salvas, e só o que está salvo é usado.',
    verb: 'Salvar e continuar',
  },
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }

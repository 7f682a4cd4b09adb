import type { Locale } from '@tocsin/core/base/constants'

const english = {
  leave: {
    title: 'Leave without saving?',
    kept: 'What you changed stays on this machine as a draft, and is there when you come back.',
    lost: 'What you typed here is kept nowhere.',
    verb: 'Leave',
  },
}

const portuguese: typeof english = {
  leave: {
    title: 'Sair sem salvar?',
    kept: 'O que você alterou fica nesta máquina como rascunho e estará aqui quando você voltar.',
    lost: 'O que você digitou aqui não fica guardado em lugar nenhum.',
    verb: 'Sair',
  },
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }

import type { Locale } from '@tocsin/core/base/constants'

const en = {
  survey: 'Survey',
  finish: 'Thank you',
  document: 'Document',
  resetPassword: 'New password',
  missing: 'This page does not exist',
  needsScripts: 'This page needs JavaScript. Turn it on in your browser and open the link again.',
}

const pt: typeof en = {
  survey: 'Pesquisa',
  finish: 'Obrigado',
  document: 'Documento',
  resetPassword: 'Nova senha',
  missing: 'Esta página não existe',
  needsScripts: 'Esta página precisa de JavaScript. Ative-o no navegador e abra o link de novo.',
}

/** The words of the pages for people without an account before their scripts run. */
export const outsideMessages: Record<Locale, typeof en> = { 'en-US': en, 'pt-BR': pt }

import { createTransport } from 'nodemailer'
import type { Send } from './outbox'

/** Hands messages to the mail server of SMTP_URL (`smtp://user:password@host:587`). */
export function smtp(url: string, from: string): Send {
  const transport = createTransport(url)
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from, to, subject, text, disableFileAccess: true, disableUrlAccess: true })
  }
}

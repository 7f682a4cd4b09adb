import { createTransport } from 'nodemailer'
import type { Send } from './outbox'

/** The time a mail server has to answer, ms: mails that are to be read within two minutes wait behind it. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Returns whether SMTP_URL names a mail server. */
export const isMailServer = (url: string): boolean => /^smtps?:\/\/./i.test(url) && URL.canParse(url)

/**
 * Hands messages to the mail server of SMTP_URL: `smtps://user:password@host`, or `smtp://user:password@host:587`, which
 * goes over to TLS first. A password is not told to another machine in clear, unless the URL says `?requireTLS=false`.
 */
export function smtp(url: string, from: string): Send {
  const { hostname, password, searchParams } = new URL(url)
  const requireTLS = password !== '' && !LOOPBACK.has(hostname) && searchParams.get('requireTLS') !== 'false'
  const options = { url, ...TIMEOUTS_MS, requireTLS }
  const transport = createTransport(options)
  return async ({ to, subject, text }) => {
    // A name and an address, not a line of text: one recipient, whatever the address holds.
    const recipient = { name: '', address: to }
    await transport.sendMail({ from, to: recipient, subject, text, disableFileAccess: true, disableUrlAccess: true })
  }
}

import { createTransport } from 'nodemailer'
import type { Send } from './outbox'

/**
 * The time that a mail server has to answer, in ms. It is short, because codes that are valid for two minutes wait
 * behind a mail.
 */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Returns whether SMTP_URL names a mail server. */
export const isMailServer = (url: string): boolean => /^smtps?:\/\/./i.test(url) && URL.canParse(url)

/**
 * Returns a sender of mail by the server of SMTP_URL: `smtps://user:password@host`, or `smtp://user:password@host:587`,
 * which first switches to TLS. A password is never sent to another machine in clear text, unless the URL has
 * `?requireTLS=false`.
 */
export function smtp(url: string, from: string): Send {
  const { hostname, password, searchParams } = new URL(url)
  const requireTLS = password !== '' && !LOOPBACK.has(hostname) && searchParams.get('requireTLS') !== 'false'
  const options = { url, ...TIMEOUTS_MS, requireTLS }
  const transport = createTransport(options)
  return async ({ to, subject, text }) => {
    // A name and an address are no header text: there is one recipient, whatever characters the address has.
    const recipient = { name: '', address: to }
    await transport.sendMail({ from, to: recipient, subject, text, disableFileAccess: true, disableUrlAccess: true })
  }
}

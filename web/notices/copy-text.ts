import { toast } from './toast'

/** Longest part of a copied text that a toast repeats, in characters. */
const SHOWN = 60
const COPYING = 'copy'

/** Copies a text and says so; the clipboard exists only at a secure address. */
export async function copyText(text: string): Promise<void> {
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  try {
    await navigator.clipboard.writeText(text)
    toast({ tone: 'done', text: (t) => t('web.copiedText', { text: short }), subject: COPYING })
  } catch {
    toast({ tone: 'trouble', text: (t) => t('web.notCopied'), detail: () => short, subject: COPYING })
  }
}

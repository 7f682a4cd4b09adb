import { templateLink, templateToken } from '@tocsin/core/apps/shared-template'
import { http } from '../../data/api'
import { toast, toastFailure } from '../../notices/toast'
import './words'

/** Copies a link that shows a template to whoever is signed in, for seven days (TPL-14, A-152). */
export async function share(id: number, name: string): Promise<void> {
  const subject = `templates.share ${id}`
  const line = `tocsin templates share ${id}`
  let link: string
  try {
    link = templateLink(location.origin, id, await templateToken(http, id))
  } catch (error) {
    toastFailure(error, (t) => t('templates.notShared', { name }), { subject })
    return
  }
  try {
    await navigator.clipboard.writeText(link)
    toast({ tone: 'done', text: (t) => t('templates.shared', { name }), line, subject })
  } catch {
    toast({ tone: 'trouble', text: (t) => t('web.notCopied'), detail: () => link, line, subject })
  }
}

import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Reason } from '@tocsin/core/vocabulary/resource'

/** Returns a problem as a sentence. Those of core continue the field's name; the others are whole sentences. */
export function problemText({ key, values }: Reason, label: string, t: Translate): string {
  const said = t(key, values)
  return /^(formErrors|validation)\./.test(key) ? t('web.problem', { label, problem: said }) : said
}

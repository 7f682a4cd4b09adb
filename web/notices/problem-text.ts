import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Reason } from '@tocsin/core/vocabulary/resource'

/** Returns a problem as a sentence. The messages of core follow the field's name; others are whole sentences. */
export function problemText({ key, values }: Reason, label: string, t: Translate): string {
  const said = t(key, values)
  return /^(formErrors|validation)\./.test(key) ? t('web.problem', { label, problem: said }) : said
}

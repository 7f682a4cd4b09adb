import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Reason } from '@tocsin/core/vocabulary/resource'

/** A problem as a sentence. Those of core go on from the field's name; the others are sentences of their own. */
export function problemText({ key, values }: Reason, label: string, t: Translate): string {
  const said = t(key, values)
  return /^(formErrors|validation)\./.test(key) ? t('web.problem', { label, problem: said }) : said
}

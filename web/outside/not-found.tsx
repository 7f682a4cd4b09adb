import { Message } from './page'
import { useWords } from './words'

/** The page of an address that leads nowhere. */
export function NotFound() {
  const t = useWords()
  return <Message title={t('ra.page.not_found')} text={<p>{t('notFoundText')}</p>} />
}

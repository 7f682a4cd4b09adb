import { Message, type Who } from './page'
import { useWords } from './words'

/** The page after the answer was sent (PUB-06). `sent`: it was sent from this page just now. */
export function Thanks({ who, sent = false }: { who?: Who; sent?: boolean }) {
  const t = useWords()
  return (
    <Message
      title={t('thanks')}
      who={who}
      text={
        <>
          {sent && <p>{t('notifications.surveySuccess')}</p>}
          <p>{t('thanksText')}</p>
        </>
      }
    />
  )
}

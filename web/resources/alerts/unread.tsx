import { Button } from '../../ui/button'
import { useT } from '../../words'

/** Says that a part of an alert could not be read, with the button that reads it again. */
export function Unread({ told, again }: { told: string; again: () => void }) {
  const t = useT()
  return (
    <p role="alert">
      {told}{' '}
      <Button size="small" onClick={again}>
        {t('web.again')}
      </Button>
    </p>
  )
}

import { Chip } from '../../ui/chip'
import { useT } from '../../words'
import './words'

/** Whether somebody has shown that an address or a number is theirs. */
export function VerifiedChip({ verified }: { verified: boolean }) {
  const t = useT()
  return <Chip tone={verified ? 'good' : 'plain'}>{t(verified ? 'people.verified' : 'people.unverified')}</Chip>
}

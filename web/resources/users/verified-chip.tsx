import { Chip } from '../../ui/chip'
import { useT } from '../../words'
import './words'

/** Shows whether an address or a number is verified as a user's own. */
export function VerifiedChip({ verified }: { verified: boolean }) {
  const t = useT()
  return <Chip tone={verified ? 'good' : 'plain'}>{t(verified ? 'people.verified' : 'people.unverified')}</Chip>
}

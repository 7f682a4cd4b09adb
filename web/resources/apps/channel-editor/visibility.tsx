import { useState } from 'react'
import { css } from 'styled-system/css'
import type { Answers, Query } from '@tocsin/core/form/query'
import { ownSubject, profileSubjects } from '@tocsin/core/form/query-subjects'
import { visibilityQuery } from '@tocsin/core/form/schema-rules'
import type { Row } from '../../../data/row'
import { capsOf } from '../../../keys/show'
import { keyboard, useKeys } from '../../../keys/use-keys'
import { QuerySentence } from '../../../record/query-sentence'
import { RulesDialog } from '../../../rules/rules-dialog'
import { Button } from '../../../ui/button'
import { useT } from '../../../words'
import { ProfileView } from './profile-view'
import './words'

/** The path of the rule that says who sees a channel. */
export const VISIBILITY = 'config.visibilityQuery'
const reasonOf = visibilityQuery()

type Props = {
  row: Row
  /** The rule as it stands in the draft, which may have been typed as JSON. */
  query: unknown
  /** The reason why it cannot be changed; it can still be read. */
  blocked?: string | null
  /** Without it the rule can be read alone (PERM-40). */
  onApply?: (query: Query | null) => void
}

/** Says as a sentence who sees a channel, and opens the dialog with the rule (FIELD-16). */
export function Rules({ row, query, blocked = null, onApply }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [profile, setProfile] = useState<Answers>({})
  const isRead = reasonOf(query, {}) === null
  const rule = isRead ? ((query ?? null) as Query | null) : null
  const open = () => isRead && setOpen(true)
  useKeys('form', {
    rules: () => (document.activeElement?.closest('[data-channel]') ? open() : false),
  })
  return (
    <div className={line}>
      {isRead && <QuerySentence query={rule} subjects={profileSubjects(t)} />}
      <Button
        size="small"
        icon="split"
        keys={capsOf('r', keyboard)}
        blocked={isRead ? null : t('rules.unread')}
        onClick={open}
      >
        {t('rules.open')}
      </Button>
      {isOpen && (
        <RulesDialog
          title={t('channelEditor.rules', { name: row['name'] })}
          query={rule}
          subjects={profileSubjects(t)}
          makeSubject={ownSubject}
          answers={profile}
          answersView={(edited) => <ProfileView query={edited} profile={profile} onChange={setProfile} />}
          readOnly={!onApply || blocked !== null}
          onApply={(next) => onApply?.(next)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

const line = css({ display: 'grid', justifyItems: 'start', gap: '2', minWidth: '0', color: 'fg.muted' })

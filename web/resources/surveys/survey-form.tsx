import { useMemo, type ComponentProps } from 'react'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { BuilderForm } from '../../builder/builder-form'
import { CommandButton } from '../../commands/command-button'
import { define } from '../../commands/define'
import { useScreenCommands } from '../../commands/use-commands'
import { useAccount } from '../../data/account'
import { useT } from '../../words'
import './words'

const PATH = 'config.fields'
const TITLE = 'config.title'
const SETTINGS = ['name', 'ClientId', 'active', 'Channels', TITLE]

/** Edits a survey. Once it has been answered, its questions can be looked at and not changed (SURV-04, A-145). */
export function SurveyForm(
  props: Omit<ComponentProps<typeof BuilderForm>, 'path' | 'settings' | 'fixed' | 'whenFixed'>,
) {
  const t = useT()
  const locked = (props.record as unknown as Survey | null)?.locked === true
  const fixed = useMemo(
    () => (locked ? { [PATH]: t('surveys.lockedWhy'), [TITLE]: t('surveys.lockedWhy') } : undefined),
    [locked, t],
  )
  const account = useAccount()
  const { of, record } = props
  const copy = useMemo(
    () => record && define(of, 'copy', { group: 'record', targets: { kind: 'rows', rows: [record] } }, account),
    [of, record, account],
  )
  // The palette asks for the name of the copy.
  useScreenCommands(
    'survey',
    useMemo(() => (locked && copy ? { chips: [], commands: [copy] } : null), [locked, copy]),
  )
  return (
    <BuilderForm
      {...props}
      path={PATH}
      settings={SETTINGS}
      whenFixed={<CommandButton command={copy}>{t('surveys.copy')}</CommandButton>}
      {...(fixed ? { fixed } : {})}
    />
  )
}

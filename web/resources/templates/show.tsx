import { TEMPLATE_CHANNELS_PAGE_SIZE } from '@tocsin/core/base/constants'
import { contentFields } from '@tocsin/core/resources/apps/index'
import { choiceOf, labelOf } from '@tocsin/core/vocabulary/field-words'
import type { Template } from '@tocsin/core/resources/templates/types'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { useState } from 'react'
import { css } from 'styled-system/css'
import { CommandButton } from '../../commands/command-button'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { tokenInAddress } from '../../data/template-token'
import { listHref } from '../../navigation/hrefs'
import { beside } from '../../pages/columns'
import { RecordPage } from '../../pages/record-page'
import type { RecordProps } from '../../pages/screen'
import { useDialog } from '../../pages/use-dialog'
import { WithRecord } from '../../pages/with-record'
import { Phone } from '../../preview/phone'
import { usePreferences } from '../../preferences'
import { RecordFacts } from '../../record/record-facts'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { State } from '../../ui/state'
import { useT } from '../../words'
import { PreviewDialog } from './preview-dialog'
import { templateCommands, USE } from './template-commands'
import { channelsOf } from './template-phone'
import { UseTemplateDialog } from './use-template-dialog'
import '../record-commands'
import './words'

/** What a template says of itself; its contents are shown beside it. */
const SAID = ['description', 'tags', 'visibility', 'clientId', 'appId', 'user', 'createdAt', 'updatedAt']

/** The look of its apps. */
const LOOK = [
  'label',
  ...Object.entries(contentFields.config.fields ?? {}).map(([name, { fields }]) =>
    fields ? `config.${name}.${Object.keys(fields)[0]}` : `config.${name}`,
  ),
]

/** A template: its settings with the preview, and its channels (TPL-05). A shared link opens it as well. */
export default function TemplateShow({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  const using = useDialog(USE)
  const [isPreviewed, setPreviewed] = useState(false)
  return (
    <WithRecord resource={resource} id={id} missing={tokenInAddress() && t('templates.expired')}>
      {(row) => {
        const template = row as unknown as Template
        const commands = templateCommands(row, 'record', account)
        const command = (verb: string) => commands.find((one) => one.id === `templates.${verb}`)
        return (
          <>
            <RecordPage
              resource={resource}
              row={row}
              about={template.description}
              crumbs={[{ label: t('resources.templates.names'), href: listHref('templates') }]}
              badge={<Chip tone="outlined">{choiceOf(resource, 'visibility', template.visibility, t)}</Chip>}
              actions={
                <>
                  <Button icon="smartphone" onClick={() => setPreviewed(true)}>
                    {t('templates.preview')}
                  </Button>
                  <CommandButton command={command('share')} />
                  <CommandButton command={command('use')} />
                </>
              }
              tabs={[
                {
                  name: 'settings',
                  label: t('templates.settings'),
                  content: () => <Settings resource={resource} row={row} template={template} />,
                },
                {
                  name: 'channels',
                  label: t('templates.channels'),
                  count: String(template.channels.length),
                  content: () => <Channels template={template} />,
                },
              ]}
            />
            {isPreviewed && <PreviewDialog id={id} name={template.name} onClose={() => setPreviewed(false)} />}
            {using.props.id === id && command('use') && (
              <UseTemplateDialog templateId={id} href={using.props.href} onClose={using.props.onClose} />
            )}
          </>
        )
      }}
    </WithRecord>
  )
}

type SettingsProps = Pick<RecordProps, 'resource'> & { row: Row; template: Template }

function Settings({ resource, row, template }: SettingsProps) {
  const apps = resourceOf('apps')
  const names = SAID.filter((name) => row[name] !== null)
  return (
    <div className={beside}>
      <div className={column}>
        <RecordFacts of={resource} row={row} names={names} />
        <RecordFacts of={apps} row={{ ...template, id: row.id }} names={LOOK} />
      </div>
      <div className={center}>
        <Phone app={template} channels={channelsOf(template)} />
      </div>
    </div>
  )
}

/** The channels of a template in their order, a page at a time (CONST-10). */
function Channels({ template: { channels } }: { template: Template }) {
  const t = useT()
  const { locale } = usePreferences()
  const resource = resourceOf('channels')
  const [page, setPage] = useState(0)
  const first = page * TEMPLATE_CHANNELS_PAGE_SIZE
  const shown = channels.slice(first, first + TEMPLATE_CHANNELS_PAGE_SIZE)
  const last = first + shown.length
  if (channels.length === 0) return <State icon="list" title={t('templates.noChannels')} />
  const head = (name: string) => <th scope="col">{labelOf(resource, name, t)}</th>
  return (
    <div className={column}>
      {/* It scrolls by itself where it is narrow, and by keys only where it can take the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={frame} tabIndex={0} aria-label={t('templates.channelsOf')}>
        <table className={table} aria-label={t('templates.channelsOf')}>
          <thead>
            <tr>
              <th scope="col">{t('resources.channels.fields.displayOrder')}</th>
              {head('name')}
              {head('label')}
              {head('channelType')}
              {head('primary')}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name, label, channelType, primary }) => (
              <tr key={id}>
                <td>{formatNumber(locale, id)}</td>
                <th scope="row" dir="auto">
                  {name}
                </th>
                <td dir="auto">{label}</td>
                <td>{choiceOf(resource, 'channelType', channelType, t)}</td>
                <td>{t(primary ? 'templates.yes' : 'templates.no')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {channels.length > TEMPLATE_CHANNELS_PAGE_SIZE && (
        <p className={pager}>
          <output>
            {t('templates.range', {
              from: formatNumber(locale, first + 1),
              to: formatNumber(locale, last),
              total: formatNumber(locale, channels.length),
            })}
          </output>
          <Button
            icon="chevronLeft"
            iconOnly
            blocked={page === 0 ? t('templates.isFirst') : null}
            onClick={() => setPage(page - 1)}
          >
            {t('templates.before')}
          </Button>
          <Button
            icon="chevronRight"
            iconOnly
            blocked={last === channels.length ? t('templates.isLast') : null}
            onClick={() => setPage(page + 1)}
          >
            {t('templates.after')}
          </Button>
        </p>
      )}
    </div>
  )
}

const column = css({ display: 'grid', gap: '6', alignContent: 'start', minWidth: '0' })
const center = css({ display: 'grid', justifyItems: 'center', alignContent: 'start' })
const frame = css({ overflow: 'auto', maxWidth: 'page' })
const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  '& th, & td': {
    textAlign: 'start',
    fontWeight: '[400]',
    paddingInline: '3',
    paddingBlock: '2',
    borderBottom: '1px solid token(colors.border.subtle)',
  },
  '& thead th': { color: 'fg.muted', fontSize: 'xs' },
  '& tbody th': { fontWeight: 'medium' },
})
const pager = css({ display: 'flex', alignItems: 'center', gap: '2', color: 'fg.muted' })

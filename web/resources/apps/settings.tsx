import { css } from 'styled-system/css'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../../data/row'
import { lockText } from '../../pages/lock-text'
import { beside, column } from '../../pages/columns'
import type { PreviewApp } from '../../preview/look-of'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { useT } from '../../words'
import { AppForm } from './app-form'
import { AppPreview } from './app-preview'
import { SECTIONS } from './sections'
import './words'

type Props = { resource: Resource; row: Row; mayChange: boolean }

/** What the server keeps of an app. */
const KEPT = ['id', 'publishedVersion', 'createdAt', 'updatedAt']

/** The settings of an app: a form, or facts where nothing can be changed. Its history is below. */
export function AppSettings({ resource, row, mayChange }: Props) {
  const t = useT()
  return (
    <div className={page}>
      {mayChange ? (
        <AppForm of={resource} record={row} locked={lockText(resource, row, t)} onSaved={() => {}} />
      ) : (
        <div className={beside}>
          <div className={column}>
            {SECTIONS.map(({ name, only }) => (
              <section key={name} className={part} aria-label={t(`apps.${name}.title`)}>
                <h2 className={heading}>{t(`apps.${name}.title`)}</h2>
                <RecordFacts of={resource} row={row} names={only} />
              </section>
            ))}
          </div>
          <AppPreview id={row.id} app={row as unknown as PreviewApp} caption={t('apps.asSaved')} />
        </div>
      )}
      <div className={beside}>
        <RecordHistory of={resource} row={row} />
        <RecordFacts of={resource} row={row} names={KEPT} />
      </div>
    </div>
  )
}

const page = css({ display: 'grid', gap: '8', maxWidth: 'pageWide', minWidth: '0' })
const part = css({ display: 'grid', gap: '3', minWidth: '0' })
const heading = css({ textStyle: 'title' })

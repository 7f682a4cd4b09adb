import { useId, useRef, useState, type Ref } from 'react'
import { css } from 'styled-system/css'
import { CSV_LIMITS } from '@tocsin/core/csv/limits'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { SheetResourceName } from '@tocsin/core/resources/sheets'
import { usePreferences } from '../preferences'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { useT } from '../words'
import codesExample from './examples/registration-codes.csv?url'
import sitesExample from './examples/sites.csv?url'
import dataExample from './examples/registration-data.csv?url'
import teamsExample from './examples/teams.csv?url'
import usersExample from './examples/users.csv?url'
import { sizeText } from './file-size'
import { srOnly } from '../ui/sr-only'

type Props = {
  resource: SheetResourceName
  file: File | null
  /** The format recognised in the file, in words. */
  about: string | null
  problem: string | null
  blocked: string | null
  button: Ref<HTMLButtonElement>
  onChoose: (file: File) => void
}

const EXAMPLES: Record<SheetResourceName, string> = {
  sites: sitesExample,
  teams: teamsExample,
  'registration-data': dataExample,
  users: usersExample,
  'registration-codes': codesExample,
}

/** Lets the user choose a file by keyboard, pointer or drag and drop. States the accepted types and the limits. */
export function FileChoice({ resource, file, about, problem, blocked, button, onChoose }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const [over, setOver] = useState(false)
  const control = useRef<HTMLInputElement>(null)
  const id = useId()
  const take = (chosen: File | undefined) => {
    if (chosen && !blocked) onChoose(chosen)
  }
  const limits = {
    size: sizeText(CSV_LIMITS.bytes, t, locale),
    rows: formatNumber(locale, CSV_LIMITS.rows),
  }
  return (
    <div
      className={frame}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={control}
        className={srOnly}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          take(target.files?.[0])
          // Clears the input, so that the user can choose the same file again after correcting it.
          target.value = ''
        }}
      />
      <div className={line}>
        <Button
          ref={button}
          icon="upload"
          blocked={blocked}
          aria-describedby={`${id}-about ${id}-problem`}
          onClick={() => control.current?.click()}
        >
          {t(file ? 'sheets.chooseOther' : 'sheets.choose')}
        </Button>
        <span className={name} id={`${id}-about`}>
          {file ? (
            <>
              <strong dir="auto">{file.name}</strong> {sizeText(file.size, t, locale)}
              {about && ` · ${about}`}
            </>
          ) : (
            t('sheets.drop', limits)
          )}
        </span>
      </div>
      <p className={trouble} id={`${id}-problem`} role={problem ? 'alert' : undefined} hidden={!problem}>
        <Icon name="circleAlert" />
        <span>{problem}</span>
      </p>
      <a className={example} href={EXAMPLES[resource]} download={`${resource}-example.csv`}>
        <Icon name="download" />
        {t('sheets.example')}
      </a>
    </div>
  )
}

const frame = css({
  display: 'grid',
  gap: '2',
  justifyItems: 'start',
  padding: '4',
  border: '1px dashed token(colors.border.control)',
  borderRadius: 'md',
  background: 'bg.subtle',
  '&[data-over]': { background: 'accent.subtle', borderColor: 'accent.border' },
})
const line = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', minWidth: '0' })
const name = css({ color: 'fg.muted', minWidth: '0', overflowWrap: 'anywhere', '& strong': { color: 'fg.default' } })
const trouble = css({
  display: 'flex',
  gap: '1.5',
  color: 'danger.fg',
  overflowWrap: 'anywhere',
  '&[hidden]': { display: 'none' },
})
const example = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  color: 'accent.fg',
  textDecoration: 'underline',
})

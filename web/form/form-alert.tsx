import { useLayoutEffect, useState } from 'react'
import { css } from 'styled-system/css'
import { ApiError } from '@tocsin/core/base/errors'
import { labelIn } from '@tocsin/core/vocabulary/kind-words'
import { sentenceOf } from '../notices/sentence'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { useT } from '../words'
import { problemText } from '../notices/problem-text'
import { failedText } from './saved'
import type { Form } from './use-draft'

const REQUIRED = 'formErrors.required'

/** Shows why the form was not saved: the failure of the request, or the problems of fields that are not shown. */
export function FormAlert({ form }: { form: Form }) {
  const t = useT()
  const { failure, resource } = form
  // The shown fields are known only once the form is drawn, since this render may add some.
  const [unseen, setUnseen] = useState('')
  useLayoutEffect(() => {
    const paths = form.submitted ? Object.keys(form.problems).filter((path) => !form.shows(path)) : []
    // oxlint-disable-next-line react/set-state-in-effect -- only the page tells which fields are on it
    setUnseen(paths.join(' '))
  }, [form])
  const elsewhere = Object.entries(form.problems).filter(([path]) => unseen.split(' ').includes(path))
  // Some resources say so of the whole form as well, besides the problem at each field (APP-28).
  const missing = `resources.${resource.name}.missing`
  const lacks =
    form.submitted && t(missing) !== missing && Object.values(form.problems).some(({ key }) => key === REQUIRED)
  if (failure === null && elsewhere.length === 0 && !lacks) return null
  const { requestId, temporary } = failure instanceof ApiError ? failure : { requestId: undefined, temporary: false }
  return (
    <div className={frame} role="alert" id={form.fieldId('alert')} tabIndex={-1}>
      <Icon name="circleAlert" />
      <div className={text}>
        {failure !== null && (
          <p>
            {failedText(resource, form.id, t)}: {sentenceOf(failure, t, resource.name)}
          </p>
        )}
        {lacks && <p>{t(missing)}</p>}
        {elsewhere.length > 0 && (
          <>
            <p>{t('form.elsewhere')}</p>
            <ul>
              {elsewhere.map(([path, reason]) => (
                <li key={path}>{problemText(reason, labelIn(resource, path, form.values, t), t)}</li>
              ))}
            </ul>
          </>
        )}
        {requestId && (
          <p className={request}>
            <span>{t('form.request', { id: requestId })}</span>
            <CopyButton text={requestId} what={t('form.requestId')} t={t} />
          </p>
        )}
      </div>
      {temporary && (
        <Button size="small" icon="refreshCw" busy={form.busy} onClick={() => void form.submit()}>
          {t('form.again')}
        </Button>
      )}
    </div>
  )
}

const frame = css({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '2',
  padding: '3',
  border: '1px solid token(colors.danger.border)',
  borderRadius: 'sm',
  background: 'danger.subtle',
  color: 'danger.fg',
})
const text = css({ flex: '1', minWidth: '0', display: 'grid', gap: '1', overflowWrap: 'anywhere' })
const request = css({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '1', textStyle: 'mono' })

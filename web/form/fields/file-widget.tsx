import { useRef } from 'react'
import { css } from 'styled-system/css'
import { FILE_ADDRESS, MAX_FILE, namesOfTypes } from '@tocsin/core/vocabulary/files'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { TakenFile } from '@tocsin/core/vocabulary/resource'
import { usePreferences } from '../../preferences'
import { Button } from '../../ui/button'
import { input } from '../../ui/input-look'
import { srOnly } from '../../ui/sr-only'
import { useT } from '../../words'
import { TextWidget } from './text-widget'
import type { WidgetProps } from './widget'

type Props = WidgetProps & { upload: TakenFile }

/** A web address, or a file in its place: typed or chosen. An image of this server is shown, no other. */
export function FileWidget({ upload, ...props }: Props) {
  const { form, path, label, value, control } = props
  const t = useT()
  const { locale } = usePreferences()
  const chooser = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { file, url } = form.files[path] ?? {}
  const stored = typeof value === 'string' && FILE_ADDRESS.test(value) && !file ? value : null
  const image = isImage(upload) ? (url ?? stored) : null
  const size = file && t('form.file.size', { size: formatNumber(locale, Math.ceil(file.size / 1024)) })
  const choose = t(file || stored ? 'form.file.chooseOther' : 'form.file.choose')
  const limits = { types: namesOfTypes(upload.types), max: MAX_FILE / 2 ** 20 }

  const take = (next: File) => {
    form.cannotRead(path, null)
    if (next.size <= MAX_FILE) form.setFile(path, next)
    else form.cannotRead(path, { key: 'formErrors.fileTooLarge', values: { max: limits.max } })
    form.touch(path)
  }
  const remove = () => {
    form.cannotRead(path, null)
    if (file) form.setFile(path, null)
    else props.onChange(null)
    opener.current?.focus()
  }

  return (
    <div className={frame}>
      {file ? (
        <input {...control} className={input()} readOnly value={`${file.name} · ${size}`} />
      ) : (
        <TextWidget {...props} />
      )}
      <div className={line}>
        <input
          ref={chooser}
          className={srOnly}
          type="file"
          accept={upload.types.join(',')}
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ target }) => {
            const [next] = target.files ?? []
            if (next) take(next)
            // The same file can be chosen again after it was corrected.
            target.value = ''
          }}
        />
        <Button
          ref={opener}
          size="small"
          icon="upload"
          aria-label={`${choose}: ${label}`}
          aria-describedby={`${control.id}-limits`}
          onClick={() => chooser.current?.click()}
        >
          {choose}
        </Button>
        {(file || stored) && (
          <Button size="small" look="quiet" icon="x" aria-label={`${t('form.file.remove')}: ${label}`} onClick={remove}>
            {t('form.file.remove')}
          </Button>
        )}
        <span className={about} id={`${control.id}-limits`}>
          {t('form.file.limits', limits)}
        </span>
      </div>
      {image !== null && <img className={picture} src={image} alt={t('form.file.image', { label })} />}
    </div>
  )
}

const isImage = ({ types }: TakenFile) => types.every((type) => type.startsWith('image/'))

const frame = css({ display: 'grid', gap: '2', minWidth: '0' })
const line = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', minWidth: '0' })
const about = css({ textStyle: 'small', color: 'fg.muted' })
const picture = css({
  maxWidth: 'full',
  maxHeight: '[120px]',
  objectFit: 'contain',
  objectPosition: 'left',
  borderRadius: 'sm',
  background: 'bg.subtle',
})

import { useState } from 'react'
import type { FormField } from '@tocsin/core/form/types'
import { filesOf } from '@tocsin/core/form/validate'
import { Icon } from '../ui/icon'
import { useLatest } from '../ui/use-latest'
import { group, hint, line, press, trouble, unseen } from './look'
import { attachmentTypesOf, isOn, numberOption, titleOf } from './options'
import { Grouped, Trouble, type ControlOf } from './question'
import { useFormWords } from './words'

export type Attached = { type: string; url: string }
export type Attach = (file: File, field: FormField) => Promise<Attached>

type Props = ControlOf & { attach: Attach | undefined }

const MEDIA: Readonly<Record<string, string>> = { image: 'image/*', audio: 'audio/*', video: 'video/*' }
const MB = 1024 * 1024

/** The ways to attach, with the flag that offers each and the media that it gives; null is any file. */
const WAYS = [
  { name: 'camera', flag: 'allowCamera', gives: ['image', 'video'] },
  { name: 'mic', flag: 'allowMic', gives: ['audio'] },
  { name: 'file', flag: 'allowFile', gives: null },
] as const

/** Returns the type of attachment that a file is: that of its media, else a file. */
const typeOf = (file: File, types: readonly string[]): string => {
  const [media = ''] = file.type.split('/')
  return types.includes(media) ? media : 'file'
}

const isAttached = (value: unknown): value is Attached =>
  typeof value === 'object' && value !== null && typeof (value as Attached).url === 'string'

/** A question that is answered by attachments alone. */
export const AttachmentField = (props: Props) => (
  <Grouped {...props}>
    <Files {...props} />
  </Grouped>
)

/** The attachments beside another answer. */
export function AttachmentsBeside(props: Props) {
  const t = useFormWords()
  return (
    <fieldset className={group} aria-label={t('attached', { title: titleOf(props.field) })}>
      <Files {...props} />
      <Trouble id={props.id} problem={props.problem} />
    </fieldset>
  )
}

/** The attachments and the ways to add one. Without a place to send them to, they are added in the app. */
function Files({ field, answer, id, attach, onAnswer }: Props) {
  const t = useFormWords()
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  const files = Array.isArray(answer) ? answer.filter(isAttached) : []
  /** The attachments as they are when a file has arrived, which others may have done meanwhile. */
  const now = useLatest(files)
  const set = (next: readonly Attached[]) => onAnswer(filesOf(field), next.length > 0 ? next : undefined)
  if (!attach) return <p className={hint}>{t('inApp')}</p>

  const types = attachmentTypesOf(field)
  const names = types.map(({ type }) => type)
  const most = numberOption(field, 'attachmentQty') ?? Number.POSITIVE_INFINITY
  const add = async (file: File) => {
    const { name } = file
    const type = typeOf(file, names)
    const allowed = types.find((one) => one.type === type)
    if (!allowed) {
      setRefused(t('wrongFile', { name, types: names.map((one) => t(`types.${one}`)).join(', ') }))
      return
    }
    if (allowed.size !== undefined && file.size > allowed.size * MB) {
      setRefused(t('tooLarge', { name, max: allowed.size }))
      return
    }
    setRefused(null)
    setWaiting((before) => [...before, name])
    try {
      const { url } = await attach(file, field)
      set([...now(), { type, url }])
    } catch {
      setRefused(t('notAttached', { name }))
    } finally {
      setWaiting((before) => before.filter((one) => one !== name))
    }
  }
  const offered = WAYS.filter(({ flag }) => isOn(field, flag))
  const isFull = files.length + waiting.length >= most
  return (
    <>
      {files.map((file, at) => {
        const name = `${t(`types.${file.type}`)} ${at + 1}`
        return (
          <span key={file.url} className={line}>
            <span className={hint}>{name}</span>
            <button
              type="button"
              className={press}
              aria-label={t('remove', { name })}
              onClick={() => set(files.filter((one) => one !== file))}
            >
              <Icon name="x" />
            </button>
          </span>
        )
      })}
      <div className={line}>
        {(offered.length > 0 ? offered : WAYS.slice(2)).map(({ name, gives }) => {
          const media = (gives ?? names).filter((type) => names.includes(type))
          if (media.length === 0) return null
          return (
            <label key={name} className={press}>
              <input
                className={unseen}
                id={`${id}-${name}`}
                type="file"
                disabled={isFull}
                accept={media.includes('file') ? undefined : media.map((type) => MEDIA[type]).join(',')}
                capture={name === 'camera' ? 'environment' : name === 'mic' ? 'user' : undefined}
                onChange={({ target }) => {
                  const file = target.files?.[0]
                  if (file) void add(file)
                  target.value = ''
                }}
              />
              <Icon name="upload" />
              {t(name)}
            </label>
          )
        })}
      </div>
      <output className={hint}>{waiting.map((name) => t('attaching', { name })).join(' ')}</output>
      {refused !== null && (
        <p className={trouble} role="alert">
          {refused}
        </p>
      )}
    </>
  )
}

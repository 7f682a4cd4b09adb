import { useEffect, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react'
import { css } from 'styled-system/css'
import { attachmentTypeOf, attachmentTypesOf, inMegabytes, mostBytes } from '@tocsin/core/form/attachments'
import { filesOf } from '@tocsin/core/form/validate'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { plainWords } from '../plain-words'
import { usePreferences } from '../preferences'
import { Icon } from '../ui/icon'
import { useLatest } from '../ui/use-latest'
import { messages } from './attachment-messages'
import type { Attached, FilesProps, Upload } from './attaching'
import { hint, line, press, trouble, unseen } from './look'
import { isOn, numberOption } from './options'

const wordsIn = plainWords(messages)

const MEDIA: Readonly<Record<string, string>> = { image: 'image/*', audio: 'audio/*', video: 'video/*' }

/** The ways to attach, with the flag that offers each and the media that it gives; null is any file. */
const WAYS = [
  { name: 'camera', flag: 'allowCamera', gives: ['image', 'video'] },
  { name: 'mic', flag: 'allowMic', gives: ['audio'] },
  { name: 'file', flag: 'allowFile', gives: null },
] as const

const isAttached = (value: unknown): value is Attached =>
  typeof value === 'object' && value !== null && typeof (value as Attached).url === 'string'

/** The attachments of an answer and the ways to add one. */
export function Files({ field, answer, id, problem, uploads, onAnswer }: FilesProps) {
  const t = wordsIn(usePreferences().locale)
  const all = useSyncExternalStore(uploads.subscribe, uploads.all, uploads.all)
  const [refused, setRefused] = useState<{ name: string; why: Reason } | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const [removals, setRemovals] = useState(0)
  // The button of a file goes with it.
  useEffect(() => {
    if (removals > 0) box.current?.querySelector('input')?.focus()
  }, [removals])
  const files = Array.isArray(answer) ? answer.filter(isAttached) : []
  /** The attachments as they are now: a person may choose two files before the first is drawn. */
  const now = useLatest(files)
  const set = (next: readonly Attached[]) => onAnswer(filesOf(field), next.length > 0 ? next : undefined)

  const types = attachmentTypesOf(field)
  const most = numberOption(field, 'attachmentQty') ?? Number.POSITIVE_INFINITY
  const isRefused = ({ url }: Attached) => uploads.all().get(url)?.why !== undefined
  const isFull = files.filter((file) => !isRefused(file)).length >= most
  const add = (file: File) => {
    // A browser does not know every type. The server looks at the contents.
    const type = file.type === '' ? types[0] : attachmentTypeOf(field, file.type)
    const why = refusalOf(type, file.size, type === undefined ? 0 : mostBytes(field, type), types, t)
    setRefused(why && { name: file.name, why })
    if (why || type === undefined) return
    const present = now()
    // A file takes the place of one that was refused.
    const given = present.length < most ? undefined : present.find(isRefused)
    if (present.length >= most && !given) return
    if (given) uploads.drop(given.url)
    set([...present.filter((one) => one !== given), uploads.add(file, field, type)])
  }
  const remove = (file: Attached) => {
    uploads.drop(file.url)
    set(now().filter((one) => one !== file))
    setRefused(null)
    setRemovals((before) => before + 1)
  }
  const refuseMore = (event: MouseEvent) => {
    if (isFull) event.preventDefault()
  }
  const offered = WAYS.filter(({ flag }) => isOn(field, flag))
  const described = [problem !== undefined && `${id}-problem`, isFull && `${id}-full`].filter(Boolean).join(' ')
  return (
    <>
      {files.map((file) => {
        const upload = all.get(file.url)
        return (
          upload && (
            <OneFile
              key={file.url}
              upload={upload}
              t={t}
              onRemove={() => remove(file)}
              onAgain={() => {
                box.current?.querySelector('input')?.focus()
                uploads.again(file.url)
              }}
            />
          )
        )
      })}
      <div className={line} ref={box}>
        {(offered.length > 0 ? offered : WAYS.slice(2)).map(({ name, gives }) => {
          const media = (gives ?? types).filter((type) => types.includes(type))
          if (media.length === 0) return null
          return (
            <label key={name} className={press}>
              <input
                className={unseen}
                id={`${id}-${name}`}
                type="file"
                aria-disabled={isFull || undefined}
                aria-invalid={problem === undefined ? undefined : true}
                aria-describedby={described || undefined}
                accept={media.includes('file') ? undefined : media.map((type) => MEDIA[type]).join(',')}
                capture={name === 'camera' ? 'environment' : name === 'mic' ? 'user' : undefined}
                onClick={refuseMore}
                onChange={({ target }) => {
                  const file = target.files?.[0]
                  if (file) add(file)
                  target.value = ''
                }}
              />
              <Icon name="upload" />
              {t(name)}
            </label>
          )
        })}
      </div>
      {isFull && (
        <span className={hint} id={`${id}-full`}>
          {t('full', { count: most })}
        </span>
      )}
      {refused && (
        <p className={trouble} role="alert">
          {t(refused.why.key, { ...refused.why.values, name: refused.name })}
        </p>
      )}
    </>
  )
}

/** Returns why a file is not sent at all; null if it is. */
function refusalOf(
  type: string | undefined,
  size: number,
  most: number,
  types: readonly string[],
  t: Translate,
): Reason | null {
  if (type === undefined)
    return { key: 'wrongFile', values: { types: types.map((one) => t(`types.${one}`)).join(', ') } }
  return size > most ? { key: 'tooLarge', values: { max: inMegabytes(most) } } : null
}

type OneProps = { upload: Upload; t: Translate; onRemove: () => void; onAgain: () => void }

/** A file of the answer, with how far it is. */
function OneFile({ upload: { name, is, sent, why }, t, onRemove, onAgain }: OneProps) {
  const failure = why ?? { key: 'notAttached' }
  return (
    <div className={one}>
      <output className={cut}>
        {is === 'failed' ? (
          <span className={trouble}>{t(failure.key, { ...wordsOf(failure, t), name })}</span>
        ) : (
          t(is, { name })
        )}
      </output>
      {is === 'failed' && why === undefined && (
        <button type="button" className={press} aria-label={t('again', { name })} onClick={onAgain}>
          <Icon name="refreshCw" />
        </button>
      )}
      <button type="button" className={press} aria-label={t('remove', { name })} onClick={onRemove}>
        <Icon name="x" />
      </button>
      {is === 'sending' && <progress className={bar} aria-label={t('sending', { name })} max={1} value={sent} />}
    </div>
  )
}

/** Returns the values of a refusal, with types of attachments in words. */
const wordsOf = ({ values = {} }: Reason, t: Translate): Reason['values'] =>
  typeof values['types'] === 'string'
    ? {
        ...values,
        types: values['types']
          .split(', ')
          .map((type) => t(`types.${type}`))
          .join(', '),
      }
    : values

const one = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' })
const cut = css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' })
const bar = css({ width: 'full', accentColor: 'accent.solid' })

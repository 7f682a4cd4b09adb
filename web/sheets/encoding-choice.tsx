import { css } from 'styled-system/css'
import { encoderOf } from '@tocsin/core/csv/encode'
import { decoderOf, ENCODINGS, type Encoding } from '@tocsin/core/csv/encoding'
import { Select } from '../ui/select'
import { useT } from '../words'

type Props = {
  value: Encoding | null
  /** Words of a file without a stated encoding, as read in windows-1252; null if the file states it. */
  unread: readonly string[] | null
  onChange: (encoding: Encoding | null) => void
}

/** Chooses the encoding of a file; if the file does not state it, each choice shows how its names would read. */
export function EncodingChoice({ value, unread, onChange }: Props) {
  const t = useT()
  const bytes = (unread ?? []).map(encoderOf('windows-1252'))
  const text = (encoding: Encoding) =>
    bytes.length === 0
      ? encoding
      : t('sheets.encodingOf', { encoding, names: bytes.map((word) => decoded(encoding, word)).join(', ') })
  return (
    <div className={line}>
      <span aria-hidden="true">{t('sheets.encoding')}</span>
      <Select
        label={t('sheets.encoding')}
        value={value ?? ''}
        options={[
          ['', t(unread ? 'sheets.chooseEncoding' : 'sheets.recognised')],
          ...ENCODINGS.map((encoding) => [encoding, text(encoding)] as const),
        ]}
        onChange={(encoding) => onChange(encoding === '' ? null : encoding)}
      />
    </div>
  )
}

function decoded(encoding: Encoding, bytes: Uint8Array): string {
  const decoder = decoderOf(encoding)
  return decoder.push(bytes) + decoder.end()
}

const line = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  minWidth: '0',
  '& > span:last-child': { minWidth: '0', maxWidth: 'full' },
  '& select': { maxWidth: 'full', textOverflow: 'ellipsis' },
})

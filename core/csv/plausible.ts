/** What each byte is in windows-1252. */
const CHARACTERS: readonly string[] = Array.from(
  new TextDecoder('windows-1252').decode(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    { stream: true },
  ),
)

/** Letters of Portuguese, Spanish and English text, and of the names that people in those countries have. */
const USUAL = letters('áàâãäçéêíóôõöúüñÁÀÂÃÄÇÉÊÍÓÔÕÖÚÜÑ')
/** Letters of French, which are too many in French text to be strange and too many elsewhere to be usual. */
const FRENCH = letters('èëîïùûœÈËÎÏÙÛŒ')
const UPPER = letters('ÁÀÂÃÄÇÉÊÍÓÔÕÖÚÜÑÈËÎÏÙÛŒÅÆØÐÞÝŠŽŸÌÒ')
/** Stands within words as an apostrophe, a dash or a point does. */
const JOINING = letters('‘’´–—·\u00ad\u00a0')
/** Closes or opens what is written: strange only between two letters. */
const QUOTING = letters('“”«»…•‹›¡¿™©®€£§²³¹¼½¾ªº°')

/** Opens what is written, and so stands behind no word; closes it, and so before none. */
const OPENING = bytesOf('“‹«¡¿')
const CLOSING = bytesOf('”›»')

/** Bytes that windows-1252 gives no character. */
const UNDEFINED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/**
 * What a byte is in a word: `none` ends it, a plain letter, a letter that is usual, French or strange, what joins words or
 * quotes them, a sign that does neither, or nothing at all.
 */
type Kind = 'none' | 'lower' | 'upper' | 'usual' | 'french' | 'strange' | 'joining' | 'quoting' | 'sign' | 'undefined'

function bytesOf(text: string): ReadonlySet<number> {
  return new Set(Array.from(text, (letter) => CHARACTERS.indexOf(letter)))
}

function letters(text: string): ReadonlySet<string> {
  return new Set(text)
}

const KINDS: readonly Kind[] = CHARACTERS.map((letter, byte): Kind => {
  if (UNDEFINED.has(byte)) return 'undefined'
  if (byte < 128) return /[a-z]/.test(letter) ? 'lower' : /[A-Z]/.test(letter) ? 'upper' : 'none'
  if (USUAL.has(letter)) return 'usual'
  if (FRENCH.has(letter)) return 'french'
  if (JOINING.has(letter)) return 'joining'
  if (QUOTING.has(letter)) return 'quoting'
  return /\p{L}/u.test(letter) && letter !== 'ƒ' && letter !== 'ˆ' ? 'strange' : 'sign'
})
const IS_UPPER: readonly boolean[] = CHARACTERS.map((letter) => UPPER.has(letter))
const O_TILDE = new Set([0xd5, 0xf5])
const AFTER_O_TILDE = new Set([0x45, 0x65])

/** What a word weighs for and against the guess; a French letter is a third of a strange one. */
const WEIGHT = 3
/** Of all letters beyond ASCII one in eight may be strange: a name from elsewhere, a file joined from two. */
const STRANGE_SHARE = 1 / 8
/** Strange words that are kept to be shown, and characters of each. */
const SAMPLES = 3
const SHOWN = 40

export type Plausibility = {
  plausible: boolean
  /** Words that speak against it, as they read in windows-1252, with the lines they stand in. */
  samples: { line: number; text: string }[]
}

/**
 * Whether bytes that are no UTF-8 read as windows-1252 text: by the bytes that it leaves undefined, by letters that no
 * Portuguese, Spanish or English word holds, by signs in the middle of words, by capitals behind small letters, and by words
 * without one plain letter, which is how every other alphabet reads. Bytes come in chunks cut anywhere; the cost is linear.
 */
export function plausibleCounter(): { push: (bytes: Uint8Array) => void; end: () => Plausibility } {
  const decoder = new TextDecoder('windows-1252')
  let line = 1
  let last = 0
  let usual = 0
  let strange = 0
  let word: number[] = []
  const samples: Plausibility['samples'] = []

  function weigh(): void {
    if (word.length === 0) return
    if (isUtf8Latin(word)) {
      word = []
      return
    }
    const against = strangenessOf(word)
    usual += against.usual
    strange += against.strange
    if (against.strange >= WEIGHT && samples.length < SAMPLES) {
      const bytes = Uint8Array.from(word.slice(0, SHOWN))
      const text = decoder.decode(bytes, { stream: true })
      if (!samples.some((one) => one.text === text)) samples.push({ line, text })
    }
    word = []
  }

  return {
    push(bytes) {
      for (const byte of bytes) {
        if (KINDS[byte] !== 'none') {
          // A word of many thousand letters is none, and is weighed in parts.
          if (word.push(byte) >= 4096) weigh()
          continue
        }
        weigh()
        if (byte === 0x0a ? last !== 0x0d : byte === 0x0d) line++
        last = byte
      }
    },
    end() {
      weigh()
      return { plausible: strange < Math.max(1, (usual + strange) * STRANGE_SHARE), samples }
    },
  }
}

/** Whether all that a word has beyond ASCII are letters of Latin alphabets in UTF-8: it says nothing of the rest of the file. */
function isUtf8Latin(word: readonly number[]): boolean {
  let found = false
  for (let index = 0; index < word.length; index++) {
    const byte = word[index]!
    if (byte < 0x80) continue
    const next = word[++index] ?? 0
    if (byte < 0xc2 || byte > 0xc5 || next < 0x80 || next > 0xbf) return false
    found = true
  }
  return found
}

/** What the letters and signs beyond ASCII of one word speak for and against. */
function strangenessOf(word: readonly number[]): { usual: number; strange: number } {
  let usual = 0
  let strange = 0
  let high = 0
  let signs = 0
  let ascii = 0
  let lower = 0
  let upper = 0
  const kindAt = (index: number): Kind => {
    const byte = word[index]
    return byte === undefined ? 'none' : KINDS[byte]!
  }
  const isAscii = (kind: Kind) => kind === 'lower' || kind === 'upper'
  for (let index = 0; index < word.length; index++) {
    const byte = word[index]!
    const kind = KINDS[byte]!
    if (isAscii(kind)) {
      ascii++
      if (kind === 'lower') lower++
      else upper++
      continue
    }
    const before = kindAt(index - 1)
    const after = kindAt(index + 1)
    if (kind === 'undefined') strange += 1_000 * WEIGHT
    else if (kind === 'joining') continue
    else if (kind === 'quoting') {
      const isTurned = (OPENING.has(byte) && isAscii(before)) || (CLOSING.has(byte) && isAscii(after))
      if (isTurned || (isAscii(before) && isAscii(after))) strange += WEIGHT
    } else if (kind === 'sign') {
      signs++
      if (isAscii(before) || isAscii(after)) strange += WEIGHT
    } else {
      high++
      const capitalWithin = IS_UPPER[byte] === true && before === 'lower'
      const oddTilde = O_TILDE.has(byte) && !AFTER_O_TILDE.has(word[index + 1] ?? 0)
      if (kind === 'strange' || capitalWithin || oddTilde) strange += WEIGHT
      else if (kind === 'french') strange += 1
      else usual += WEIGHT
    }
  }
  // Two letters of no alphabet that has plain ones, or a small one in a word of capitals.
  if (ascii === 0 && high + signs > 1) return { usual: 0, strange: strange + (high + signs) * WEIGHT }
  if (upper > 1 && lower === 0) {
    const small = word.filter((byte) => (KINDS[byte] === 'usual' || KINDS[byte] === 'french') && !IS_UPPER[byte])
    strange += small.length * WEIGHT
    usual = Math.max(0, usual - small.length * WEIGHT)
  }
  return { usual, strange }
}

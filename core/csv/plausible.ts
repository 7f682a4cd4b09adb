/** The character of each byte in windows-1252. */
const CHARACTERS: readonly string[] = Array.from(
  new TextDecoder('windows-1252').decode(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    { stream: true },
  ),
)

/** Letters of Portuguese, Spanish and English text, and of the names that people in those countries have. */
const USUAL = letters('áàâãäçéêíóôõöúüñÁÀÂÃÄÇÉÊÍÓÔÕÖÚÜÑ')
/** Letters of French, too many in French text to count as strange and too rare elsewhere to count as usual. */
const FRENCH = letters('èëîïùûœÈËÎÏÙÛŒ')
const UPPER = letters('ÁÀÂÃÄÇÉÊÍÓÔÕÖÚÜÑÈËÎÏÙÛŒÅÆØÐÞÝŠŽŸÌÒ')
/** Characters within words, like an apostrophe, a dash or a point. */
const JOINING = letters('‘’´–—·\u00ad\u00a0')
/** Characters that open or close a piece of writing: strange only between two letters. */
const QUOTING = letters('“”«»…•‹›¡¿™©®€£§²³¹¼½¾ªº°')

/** Characters that open a piece of writing, and so follow no word; those that close it precede none. */
const OPENING = bytesOf('“‹«¡¿')
const CLOSING = bytesOf('”›»')

/** Bytes that windows-1252 gives no character. */
const UNDEFINED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/**
 * The role of a byte in a word: `none` ends it, a plain letter, a usual, French or strange letter, one that joins or
 * quotes words, a sign that does neither, or nothing at all.
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
/** Money, paragraphs and powers: they stand before or after figures, never at a letter. */
const AT_FIGURES = bytesOf('£§¹³¼½¾')
const BEHIND_FIGURES = bytesOf('£§')

/** The letters that may follow a letter with a restricted place; any other letter makes it strange. */
const FOLLOWED_BY: ReadonlyMap<number, ReadonlySet<number>> = new Map(
  (
    [
      ['õÕ', 'eE'],
      ['ãÃ', 'oOeEsSiIzZ'],
      ['çÇñÑ', 'aeiouyAEIOUYáàâãäéêëíîóôõöúüÁÀÂÃÄÉÊËÍÎÓÔÕÖÚÜ'],
    ] as const
  ).flatMap(([group, next]) => Array.from(bytesOf(group), (byte) => [byte, bytesOf(next)] as const)),
)
/** Letters that never follow certain others: if they do, they are the Ã and Í of capitals in code page 850. */
const NEVER_BEHIND: ReadonlyMap<number, ReadonlySet<number>> = new Map(
  (
    [
      ['çÇ', 'dfghmtvDFGHMTV'],
      ['öÖ', 'aeiuAEIU'],
    ] as const
  ).flatMap(([group, before]) => Array.from(bytesOf(group), (byte) => [byte, bytesOf(before)] as const)),
)
const CEDILLAS = bytesOf('çÇ')
const S = bytesOf('sS')
const TILDES = bytesOf('õÕãÃ')
const O_TILDES = bytesOf('õÕ')
const A_TILDES = bytesOf('ãÃ')
/** Words ending in ã that, with few in ão or ãe, show Romanian in windows-1250, where the byte is ă. */
const ROMANIAN = 4

/** The weight of a word for or against the guess; a French letter has a third of a strange one's. */
const WEIGHT = 3
/** One in eight of the letters beyond ASCII may be strange: a name from elsewhere, a file joined from two. */
const STRANGE_SHARE = 1 / 8
/** Strange words that are kept to be shown, and characters of each. */
const SAMPLES = 3
const SHOWN = 40

export type Plausibility = {
  plausible: boolean
  /** Words that speak against windows-1252, as they read in it, with their lines. */
  samples: { line: number; text: string }[]
}

/**
 * Returns whether bytes that are no UTF-8 read as windows-1252 text: by the bytes it leaves undefined, by letters of
 * no Portuguese, Spanish or English word, by signs in the middle of words, by capitals after small letters, and by
 * words without one plain letter, as every other alphabet reads. Chunks may be cut anywhere; the cost is linear.
 */
export function plausibleCounter(): { push: (bytes: Uint8Array) => void; end: () => Plausibility } {
  const decoder = new TextDecoder('windows-1252')
  let line = 1
  let last = 0
  let usual = 0
  let strange = 0
  const tildes = { fit: 0, odd: 0, last: 0 }
  let word: number[] = []
  const samples: Plausibility['samples'] = []

  function weigh(): void {
    if (word.length === 0) return
    if (isUtf8Latin(word)) {
      word = []
      return
    }
    const against = strangenessOf(word)
    countTildes(word, tildes)
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
      // They tell the encoding, however few they are among letters that several encodings share.
      const otherTildes = tildes.odd > tildes.fit || (tildes.last >= ROMANIAN && tildes.last > 2 * tildes.fit)
      return { plausible: !otherTildes && strange < Math.max(1, (usual + strange) * STRANGE_SHARE), samples }
    },
  }
}

/** Returns whether a letter precedes one that it never precedes in Portuguese, Spanish or English; õ ends no word. */
function isMisplaced(byte: number, next: number | undefined): boolean {
  const fits = FOLLOWED_BY.get(byte)
  if (O_TILDES.has(byte)) return next === undefined || !fits?.has(next)
  return fits !== undefined && next !== undefined && isLetter(KINDS[next]!) && !fits.has(next)
}

/** Returns whether a letter follows one that it never follows; ç follows an s within a word, not one that begins it. */
function isOddBehind(word: readonly number[], index: number): boolean {
  const byte = word[index]!
  const before = word[index - 1]
  if (before === undefined) return false
  return NEVER_BEHIND.get(byte)?.has(before) === true || (index === 1 && CEDILLAS.has(byte) && S.has(before))
}

const isLetter = (kind: Kind): boolean =>
  kind === 'lower' || kind === 'upper' || kind === 'usual' || kind === 'french' || kind === 'strange'

/** Counts the tildes placed as in Portuguese, those that are not, and the ã that end a word. */
function countTildes(word: readonly number[], tildes: { fit: number; odd: number; last: number }): void {
  for (let index = 0; index < word.length; index++) {
    const byte = word[index]!
    if (!TILDES.has(byte)) continue
    const next = word[index + 1]
    if (isMisplaced(byte, next)) tildes.odd++
    else if (A_TILDES.has(byte) && (next === undefined || !isLetter(KINDS[next]!))) tildes.last++
    else tildes.fit++
  }
}

/** Returns whether everything beyond ASCII in a word is Latin letters in UTF-8: it says nothing of the rest. */
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

/** Weighs the letters and signs beyond ASCII of one word, for and against windows-1252. */
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
      const isAtLetter =
        (AT_FIGURES.has(byte) && isLetter(after)) || (BEHIND_FIGURES.has(byte) && isLetter(before) && index > 1)
      if (isTurned || isAtLetter || (isLetter(before) && isLetter(after))) strange += WEIGHT
    } else if (kind === 'sign') {
      signs++
      if (isAscii(before) || isAscii(after)) strange += WEIGHT
    } else {
      high++
      const capitalWithin = IS_UPPER[byte] === true && before === 'lower'
      const isOdd = isMisplaced(byte, word[index + 1]) || isOddBehind(word, index)
      if (kind === 'strange' || capitalWithin || isOdd) strange += WEIGHT
      else if (kind === 'french') strange += 1
      else usual += WEIGHT
    }
  }
  // Two letters of an alphabet without plain ones, or a small letter in a word of capitals.
  if (ascii === 0 && high + signs > 1) return { usual: 0, strange: strange + (high + signs) * WEIGHT }
  if (upper > 1 && lower === 0) {
    const small = word.filter((byte) => (KINDS[byte] === 'usual' || KINDS[byte] === 'french') && !IS_UPPER[byte])
    strange += small.length * WEIGHT
    usual = Math.max(0, usual - small.length * WEIGHT)
  }
  return { usual, strange }
}

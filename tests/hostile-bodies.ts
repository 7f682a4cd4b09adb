import { CHUNK_ROWS } from '@tocsin/core/import/chunks'
import { encodeMultipart } from '@tocsin/core/api/multipart'

/** The expected answer: a clear refusal, an ordinary one (so to a dry run of bad rows), or either. */
type Outcome = 'refused' | 'taken' | 'either'

/**
 * A request whose body (or query) was made to cost more than it weighs. Add to the list whatever comes to mind: the
 * server's test asks that each is answered and by whom; the bench, how long it takes and how long others wait.
 */
export type HostileBody = {
  name: string
  /** The demo account that gets furthest with it; null is nobody. */
  as: string | null
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Below /api. */
  path: string
  headers?: Record<string, string>
  body?: () => string | Uint8Array
  outcome: Outcome
}

const MEBIBYTE = 1_048_576
/** The largest text of HTML that is taken. */
const HTML = 500_000
/** The largest file of an upload. */
const FILE = 16 * MEBIBYTE

const times = (text: string, length: number) => text.repeat(Math.floor(length / text.length))
const count = (n: number, one: (index: number) => string) =>
  Array.from({ length: n }, (_, index) => one(index)).join('')

/** Marks in the order that takes longest to put right. */
const marks = (length: number) => times('\u0315\u0300\u05ae', length)

function json(
  name: string,
  path: string,
  body: () => unknown,
  {
    as = 'acme-admin',
    outcome = 'refused',
    method = 'POST',
  }: Partial<Pick<HostileBody, 'as' | 'outcome' | 'method'>> = {},
): HostileBody {
  const text = () => {
    const made = body()
    return typeof made === 'string' ? made : JSON.stringify(made)
  }
  return { name, as, method, path, headers: { 'content-type': 'application/json' }, body: text, outcome }
}

const html = (name: string, content: () => string, outcome: Outcome = 'refused') =>
  json(`HTML of ${name}`, 'terms', () => ({ title: 'x', ClientId: 2, content: content() }), { outcome })

const place = { name: 's', ClientId: 2, location: { formatted: 'Rua 1' } }
const site = (name: string, fields: () => object, outcome: Outcome = 'refused') =>
  json(`a site with ${name}`, 'sites', () => ({ ...place, ...fields() }), { outcome })

function sheet(
  name: string,
  text: () => string | Uint8Array,
  { part = 'csvSites', fields = {}, outcome = 'refused' }: { part?: string; fields?: object; outcome?: Outcome } = {},
): HostileBody {
  const boundary = 'border-of-a-hostile-body'
  const body = () => {
    const made = text()
    const bytes = typeof made === 'string' ? new TextEncoder().encode(made) : made
    return encodeMultipart({ ...fields }, { [part]: { name: 's.csv', type: 'text/csv', bytes } }, boundary).body
  }
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return {
    name: `a sheet of ${name}`,
    as: 'acme-admin',
    method: 'POST',
    path: 'clients/2/upload?dryRun=1',
    headers,
    body,
    outcome,
  }
}

const HEADER = 'siteName,siteAddress,siteLatitude,siteLongitude,siteAppCode\n'
/** Returns the largest file of these bytes over and over, which is no UTF-8. */
const lettersOf = (...bytes: number[]) =>
  Buffer.concat([Buffer.from(HEADER), Buffer.alloc(FILE - 1000, Buffer.from(bytes))])
/** The most rows that a file, or a client's part of one, may have. */
const ROWS = 500

const form = (options: object) => ({
  name: 'f',
  ClientId: 2,
  schema: { title: 't', fields: [{ name: 'a', type: 'attachment', options }] },
})
const handler = (matchConfig: unknown) => ({
  name: 'h',
  description: 'd',
  url: 'https://example.org/',
  clientId: 2,
  schema: { matchConfig },
})

export const HOSTILE_BODIES: readonly HostileBody[] = [
  // Text that takes the square of its length to normalise.
  html('combining marks', () => `a${marks(360_000)}`),
  html('combining marks behind tags', () => times(`<b>a${marks(60)}</b>`, HTML)),
  site('a name of combining marks', () => ({ name: `a${marks(255)}` })),
  site('a name of a mebibyte', () => ({ name: 'x'.repeat(1_000_000) })),
  site('a name of half-width voicing marks', () => ({ name: `\uff8a${times('\uff9e\u0315', 250)}` })),
  site('a time zone of a mebibyte', () => ({ timezone: `America/${'x'.repeat(1_000_000)}` })),
  json('a user with a name of combining marks', 'users', () => ({
    name: 'u',
    username: `u${marks(120)}`,
    email: 'u@example.org',
    ClientId: 2,
    role: 'approver',
    password: `Aa1${marks(60)}`,
    passwordConfirm: `Aa1${marks(60)}`,
  })),
  json(
    'a sign-in with a name of combining marks',
    'authentication/login',
    () => ({ username: `a${marks(300_000)}`, password: 'Demo1234' }),
    { as: null },
  ),
  json(
    'a sign-in with a password of a mebibyte',
    'authentication/login',
    () => ({ username: 'root', password: `A${marks(300_000)}` }),
    { as: null },
  ),
  json(
    'a reset for a name of combining marks',
    'authentication/restore-password/request',
    () => ({ username: `a${marks(300_000)}` }),
    { as: null, outcome: 'either' },
  ),
  json(
    'a new password of combining marks',
    'authentication/restore-password',
    () => ({ token: 'x'.repeat(400_000), password: `Aa1${marks(200_000)}`, passwordConfirm: 'x' }),
    { as: null },
  ),
  json(
    'a refresh token of a mebibyte',
    'authentication/refresh-token',
    () => ({ refreshToken: 'a.'.repeat(500_000) }),
    { as: null },
  ),
  {
    name: 'a search for combining marks',
    as: 'acme-admin',
    method: 'GET',
    path: `sites?q=${encodeURIComponent(`a${marks(240)}`)}`,
    outcome: 'refused',
  },
  {
    name: 'a document named by combining marks',
    as: null,
    method: 'GET',
    path: `documents/info?name=${encodeURIComponent(`a${marks(900)}`)}`,
    outcome: 'refused',
  },

  // HTML that its parser works hard at.
  html('a mebibyte of tags', () => times('<b>a</b>', 1_000_000)),
  html(
    'the largest size',
    () => times('<p>As people write it, with <a href="https://example.org/x">a link</a>.</p>', HTML),
    'taken',
  ),
  html('the largest size in small tags', () => `${times('<b>a</b>', 200_000)}<p>x</p>`, 'taken'),
  html('tags that cross', () => times('<b><p>a</b></p>', HTML), 'either'),
  html('tags in tables that belong before them', () => `<table>${times('a<b>x</b>', HTML - 10)}`, 'either'),
  html(
    'looks that every paragraph makes again',
    () => `<p>${count(100, (n) => `<b a=${n}>`)}</p>${times('<p>x</p>', HTML - 2000)}`,
  ),
  html('tags whose ends are in their attributes', () => times('<b title="</b>">', HTML)),
  html('tags that lists of choices leave open', () => count(15_000, (n) => `<b a=${n}><select></b></select>`)),
  html('tags in tags', () => `${times('<div>', 200_000)}${times('</div>', 200_000)}`),
  html('links in blocks in links', () => `<a>${times('<div></a>', HTML - 10)}`),
  html('a tag of sixty thousand attributes', () => `<a ${count(60_000, (n) => `a${n} `)}>x</a>`, 'taken'),
  html('comments that never end', () => `x${times('<!--', HTML - 1)}`, 'either'),
  html('references that are none', () => times('&CounterClockwiseContourIntegra', HTML), 'either'),
  html('angles', () => times('<', HTML), 'either'),
  html('backticks in a link', () => `<a href="https://${'`'.repeat(HTML - 100)}">x</a>`, 'either'),

  // JSON with very many parts of one kind.
  json('JSON of nothing but brackets', 'sites', () => '['.repeat(MEBIBYTE)),
  json('JSON nested to the limit and beyond', 'sites', () => `{"a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`),
  json('a number of a million digits', 'sites', () => `{"name":"s","ClientId":${'9'.repeat(1_000_000)}}`),
  json('a hundred thousand unknown fields', 'sites', () =>
    `{${count(99_999, (n) => `"k${n}":1,`)}"z":1}`.slice(0, MEBIBYTE),
  ),
  json('one field a hundred thousand times', 'sites', () => `{${times('"name":"x",', 1_000_000)}"name":"s"}`),
  json('a mebibyte of blanks', 'sites', () => `{${' '.repeat(1_000_000)}}`),
  json('a mebibyte and one byte', 'sites', () => `{"name":"${'x'.repeat(MEBIBYTE)}"}`),
  json('half a character', 'sites', () => '{"name":"\\ud800","ClientId":2,"location":{"formatted":"Rua 1"}}'),
  site('two hundred thousand managers', () => ({ MobileProfiles: Array.from({ length: 200_000 }, () => null) })),
  site('a thousand managers without a name', () => ({
    MobileProfiles: Array.from({ length: 1_000 }, () => ({ job: 'x'.repeat(200) })),
  })),
  site('a phone of punctuation', () => ({ MobileProfiles: [{ name: 'm', phone: '('.repeat(255) }] })),
  site('an e-mail of dots', () => ({ MobileProfiles: [{ name: 'm', email: `a${'.a'.repeat(120)}@` }] })),
  json('an address of a mebibyte for what people enter', 'v2/registration-handlers', () => ({
    ...handler({}),
    url: `https://${'a.'.repeat(400_000)}`,
  })),
  json('free JSON of a mebibyte', 'v2/registration-handlers', () => handler({ k: 'x'.repeat(1_000_000) })),
  json('free JSON of a hundred thousand keys', 'v2/registration-handlers', () =>
    handler(Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`k${n}`, 1]))),
  ),
  json('a form whose sizes are compared with its types', 'registration-forms', () =>
    form({
      attachmentTypes: Array.from({ length: 100_000 }, (_, n) => `t${n}`),
      attachmentSizes: Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`t${99_999 - n}`, 1])),
    }),
  ),
  json('a form of expressions that explode', 'registration-forms', () =>
    form({
      validators: Array.from({ length: 1_000 }, () => ({
        type: 'regex',
        regex: `${'('.repeat(60)}a{1,999}${'){1,999}'.repeat(20)}`,
      })),
    }),
  ),
  json('a form of a thousand choices in a thousand', 'registration-forms', () =>
    form({
      choices: Array.from({ length: 1_000 }, () => ({
        text: 'x',
        value: 'x',
        choices: Array.from({ length: 30 }, () => ({ text: 'x' })),
      })),
    }),
  ),
  json(
    'a change of everything to nothing',
    'sites/1',
    () => ({ name: null, location: null, MobileProfiles: null, lat: {}, lng: [], timezone: 'x'.repeat(100_000) }),
    { method: 'PATCH' },
  ),

  // Numbers that are no ids.
  ...['2.5', '1e30', '1e400', '2147483648', '-2147483649', '9007199254740993', '"2"', '[2]', '{}', 'true'].flatMap(
    (id) =>
      ['sites', 'teams'].map((path) =>
        json(
          `a client of ${id} for ${path}`,
          path,
          () => `{"name":"s","location":{"formatted":"x"},"timezone":"America/Bahia","ClientId":${id}}`,
        ),
      ),
  ),

  // Sheets.
  sheet('cells of combining marks', () => HEADER + count(ROWS, (n) => `s${n},a${marks(15_000)},,,\n`), {
    outcome: 'taken',
  }),
  sheet('a header of combining marks', () => `siteName,siteAddress,a${marks(30_000)}\na,b,c\n`, { outcome: 'taken' }),
  sheet('columns of one’s own, named by combining marks', () => `key,a${marks(30_000)}\na,b\n`, {
    part: 'csvRegistrationData',
    fields: { contentId: 'visitantes' },
  }),
  sheet('numbers of thousands of digits', () => HEADER + count(ROWS, (n) => `s${n},a,${'1'.repeat(32_000)}x,1,\n`), {
    outcome: 'taken',
  }),
  sheet(
    'thousands of codes in every cell',
    () => HEADER + count(ROWS, (n) => `s${n},a,1,1,${count(8_000, (m) => `${(m + 1000).toString(36)};`)}\n`),
    { outcome: 'taken' },
  ),
  sheet(
    'thousands of bad codes in every cell',
    () => HEADER + count(ROWS, (n) => `s${n},a,1,1,${times(`-${n % 7};`, 32_000)}\n`),
    { outcome: 'taken' },
  ),
  sheet(
    'time zones of thousands of letters',
    () => `siteName,siteAddress,teamTimezone\n${count(ROWS, (n) => `s${n},a,America/${'x'.repeat(32_000)}\n`)}`,
    { fields: { siteType: 'team' }, outcome: 'taken' },
  ),
  sheet('sixteen mebibytes of one line', () => HEADER + 'x'.repeat(FILE - 1000), { outcome: 'taken' }),
  sheet('sixteen mebibytes of short rows', () => HEADER + times('a,b,1,1,\n', FILE - 1000)),
  sheet('sixteen mebibytes of line ends', () => HEADER + '\n'.repeat(FILE - 1000)),
  sheet('sixteen mebibytes of one strange letter a line', () => lettersOf(0xc6, 0x0a)),
  sheet('sixteen mebibytes of one usual letter a word', () => lettersOf(0xe9, 0x20), { outcome: 'taken' }),
  sheet('sixteen mebibytes of three bytes a word, each another', () =>
    Buffer.from(
      HEADER +
        count(4 * MEBIBYTE - 30, (n) => String.fromCharCode(128 + (n % 127), 129 + (n % 113), 130 + (n % 101), 32)),
      'latin1',
    ),
  ),
  sheet('quotes that are never closed', () => HEADER + times('"a,b\n', 4 * MEBIBYTE)),
  sheet('quotes in quotes', () => HEADER + times('"""",""x,\n', 4 * MEBIBYTE)),
  sheet('NULs', () => Buffer.concat([Buffer.from(HEADER), Buffer.alloc(MEBIBYTE)])),
  sheet('a thousand columns', () => `siteName,siteAddress,${times('x,', 60_000)}\n`),
  sheet(
    'rows of sixty columns of their own',
    () =>
      `key,${count(60, (n) => `c${n},`)}z\n${count(60, (n) => `k${n},${times(`${'x'.repeat(4000)},`, 240_060)}z\n`)}`,
    { part: 'csvRegistrationData', fields: { contentId: 'visitantes' }, outcome: 'taken' },
  ),
  sheet('rows that are all bad', () => HEADER + count(CHUNK_ROWS, () => ',,x,y,-;-;-\n'), { outcome: 'taken' }),
  sheet('twins without end', () => `${HEADER}a,b,1,1,\n`, { fields: { twins: times('1:1,', 60_000) } }),
  sheet('another kind', () => Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(MEBIBYTE)])),
  sheet('a mebibyte for its schema', () => 'key,a\nb,c\n', {
    part: 'csvRegistrationData',
    fields: { contentId: marks(60_000) },
  }),

  // Queries.
  {
    name: 'a thousand ids',
    as: 'acme-admin',
    method: 'GET',
    path: `sites?ids=${count(1_000, (n) => `${n + 1},`)}1`,
    outcome: 'refused',
  },
  {
    name: 'a thousand wildcards',
    as: 'acme-admin',
    method: 'GET',
    path: `sites?q=${'%25_'.repeat(120)}`,
    outcome: 'taken',
  },
  {
    name: 'an offset beyond everything',
    as: 'acme-admin',
    method: 'GET',
    path: 'sites?page=9999999999&perPage=1000',
    outcome: 'taken',
  },
]

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { users } from '../fixtures/users'
import { readGolden, root } from './cli/golden'

/** Lines of the documents that no golden can run, and why. Everything else in a `sh` block is a line of the terminal. */
const EXEMPT: Readonly<Record<string, string>> = {
  'npm start': 'runs until it is stopped; scripts/start.test.ts proves how it ends',
  'npm run build': 'builds the programs',
  'DATABASE_URL=postgres://owner:password@localhost:5432/tocsin node dist/server/main.js': 'runs until it is stopped',
  "alias tocsin='npx --no-install tocsin'": 'is for a shell',
  'tocsin serve': 'runs until it is stopped',
  'tocsin audit-events list --follow': 'runs until it is stopped; tests/cli/follow.test.ts stops it',
  'tocsin alerts watch': 'runs until it is stopped; tests/cli/alert-watch.test.ts stops it',
  'tocsin auth first-root': 'needs a server without users; tests/cli/first-root.test.ts runs it',
  'tocsin auth first-root --code=CODE --username root --name "Rute Raiz" --email root@example.org':
    'needs a server without users; tests/cli/first-root.test.ts runs it',
  'tocsin serve --demo': 'runs until it is stopped',
  'npm pack': 'makes the package; tests/package.test.ts runs it',
  'npm install --global ./tocsin-0.1.0.tgz': 'installs; tests/package.test.ts runs what it installs',
  'tocsin db backup monday.tocsin': 'works on the database of a server; tests/server/copy.test.ts runs it',
  'tocsin db verify monday.tocsin': 'reads a backup; tests/server/copy.test.ts runs it',
  'tocsin db restore monday.tocsin': 'works on the database of a server; tests/server/copy.test.ts runs it',
  'tocsin db move --to=postgres://owner@localhost/tocsin': 'works on two databases; tests/server/copy.test.ts runs it',
  'tocsin db move --to=/var/lib/tocsin': 'works on two databases; tests/server/copy.test.ts runs it',
  'tocsin auth login': 'asks on a terminal; tests/cli-terminal.test.ts types the answers',
}

/** Made of the commands, so its lines are usages: tests/command-reference.test.ts keeps it true. */
const REFERENCE = 'commands.md'

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== REFERENCE),
].map((name) => (name === 'README.md' ? name : `docs/${name}`))
const goldenOf = (document: string) => `${basename(document, '.md').toLowerCase()}-lines.golden`

/** A line of a document: the account that runs it, and the exit code that the document promises. */
type Line = { line: string; account: string | null; exit: number }

const accounts = new Set(users.rows.map(({ username }) => username))
/** Returns the account behind a line: the one that it signs in or changes to. */
function accountBehind(line: string, before: string | null): string | null {
  const [, name] = /^tocsin (?:auth login --username[ =]|users login-as |auth switch )(\S+)/.exec(line) ?? []
  return name ?? before
}

/** Every line of the terminal in the order of the document: in `sh` blocks, and in backticks. */
function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let account: string | null = null
  let block: string | null = null
  const add = (written: string) => {
    const [, code = '', exit = '0'] = /^(.*?)(?: +# exit (\d+))?$/.exec(written) ?? []
    const line = code.trim().replace(/^npx --no-install (?=tocsin )/, '')
    if (Object.hasOwn(EXEMPT, line)) return
    account = accountBehind(line, account)
    lines.push({ line, account, exit: Number(exit) })
  }
  for (const row of text.split('\n')) {
    if (row.startsWith('```')) block = block === null ? row.slice(3) : null
    else if (block === 'sh') add(row)
    else if (block === null) {
      for (const [, name = ''] of row.matchAll(/\b[Aa]s `([\w-]+)`/g)) if (accounts.has(name)) account = name
      for (const [, line = ''] of row.matchAll(/`((?:npx --no-install )?tocsin [a-z-][^`]*)`/g)) add(line)
    }
  }
  return lines
}

/** Returns the lines that a golden runs, without those after a comment `# set-up`, and their exit codes. */
function ranIn(name: string): Line[] {
  const golden = readGolden(name)
  const exits = golden.text.matchAll(/^\[exit (\d+)\]$/gm)
  let account: string | null = null
  let isSetUp = false
  return golden.steps.flatMap((step) => {
    if (step.kind === 'as') account = step.username === 'nobody' ? null : step.username
    if (step.kind === 'text') isSetUp = step.line.startsWith('# set-up')
    if (step.kind !== 'command') return []
    const line = step.line.slice(2)
    const exit = Number(exits.next().value?.[1])
    account = accountBehind(line, account)
    return isSetUp ? [] : [{ line, account, exit }]
  })
}

/** Commands about accounts name theirs, and need none. */
const withoutAccount = ({ line, account, exit }: Line): Line =>
  /^tocsin (auth|help|completion|--help|\S+ --help)/.test(line)
    ? { line, account: null, exit }
    : { line, account, exit }

describe('the lines of the terminal', () => {
  it.each(documents)(
    'in %s are what a golden runs, as the account that is named and with the exit code',
    (document) => {
      const written = linesOf(readFileSync(join(root, document), 'utf8'))
      expect(written.length).toBeGreaterThan(0)
      expect(ranIn(goldenOf(document)).map(withoutAccount)).toEqual(written.map(withoutAccount))
    },
  )

  it('that are exempted stand in a document', () => {
    const text = documents.map((document) => readFileSync(join(root, document), 'utf8')).join('\n')
    expect(Object.keys(EXEMPT).filter((line) => !text.includes(line))).toEqual([])
  })

  it('are found in blocks and in backticks, with who runs them', () => {
    const text =
      'As `root`:\n```sh\nnpx --no-install tocsin a b # exit 3\n```\n```json\ntocsin\n```\nUse `tocsin c`, as `nobody`.\n'
    expect(linesOf(text)).toEqual([
      { line: 'tocsin a b', account: 'root', exit: 3 },
      { line: 'tocsin c', account: 'root', exit: 0 },
    ])
  })
})

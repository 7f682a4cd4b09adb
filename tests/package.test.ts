import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const temporary = mkdtempSync(join(tmpdir(), 'tocsin-package-'))
const home = join(temporary, 'home')
const elsewhere = join(temporary, 'elsewhere')
const installed = join(temporary, 'prefix/lib/node_modules/tocsin')
const program = join(temporary, 'prefix/bin/tocsin')
const environment = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, TOCSIN_LOCALE: 'en-US' }

type Manifest = { version: string; dependencies: Record<string, string>; bin: Record<string, string> }
const manifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

let files: string[]
let server: ChildProcess | undefined
beforeAll(() => {
  for (const folder of [home, elsewhere, dirname(installed), dirname(program)]) mkdirSync(folder, { recursive: true })
  // The programs that `prepack` builds are there already, since every run of the tests begins with them.
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', temporary], {
    cwd: root,
    env: { ...process.env, npm_config_loglevel: 'silent' },
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const [tarball] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
  files = tarball.files.map(({ path }) => path)
  // As npm installs it, without its registry: the dependencies that it names come from the checkout.
  execFileSync('tar', [
    '-xzf',
    join(temporary, tarball.filename),
    '-C',
    dirname(installed),
    '--transform',
    's/^package/tocsin/',
  ])
  const { dependencies, bin } = manifest(installed)
  for (const name of Object.keys(dependencies)) {
    const link = join(installed, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link)
  }
  chmodSync(join(installed, bin['tocsin']!), 0o755)
  symlinkSync(join('../lib/node_modules/tocsin', bin['tocsin']!), program)
})
afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(temporary, { recursive: true, force: true })
})

const tocsin = (args: string[], more: Record<string, string> = {}, input = '') => {
  const run = promisify(execFile)(program, args, { cwd: elsewhere, env: { ...environment, ...more } })
  run.child.stdin?.end(input)
  return run
}

/** Starts the installed server, and resolves with what it said once it serves. */
async function serve(args: string[], more: Record<string, string> = {}): Promise<string> {
  const started = spawn(program, args, {
    cwd: elsewhere,
    env: { ...environment, PORT: '0', LOG_LEVEL: 'error', ...more },
  })
  server = started
  return new Promise<string>((resolve, reject) => {
    let text = ''
    const add = (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('Ctrl+C')) resolve(text)
    }
    started.stdout.on('data', add)
    started.stderr.on('data', add)
    started.once('exit', () => reject(new Error(text)))
  })
}

async function stop(): Promise<void> {
  const ended = new Promise((resolve) => server!.once('exit', resolve))
  server!.kill('SIGTERM')
  expect(await ended).toBe(0)
}

it('C23 B8 npm pack gives the built programs and the documents, and neither sources nor tests', () => {
  expect(
    files.filter((path) => !/^(dist\/(cli|server|web)\/|docs\/[\w-]+\.md$|README\.md$|package\.json$)/.test(path)),
  ).toEqual([])
  expect(files.filter((path) => /\.(ts|tsx|map)$|\.stamp$/.test(path))).toEqual([])
  for (const path of [
    'dist/cli/main.cjs',
    'dist/server/main.js',
    'dist/server/embedded-worker.js',
    'dist/web/index.html',
  ])
    expect(files).toContain(path)
  // The versions that were proved are those that are installed.
  for (const [name, version] of Object.entries(manifest(installed).dependencies))
    expect(manifest(join(root, 'node_modules', name)).version, name).toBe(version)
})

it('C23 B8 the installed program serves and asks, from any folder and with an empty home', async () => {
  const { version } = manifest(root)
  expect((await tocsin(['--version'])).stdout).toBe(`${version}\n`)

  const said = await serve(['serve'])
  const [, url = ''] = /is serving (\S+)/.exec(said) ?? []
  const [, code = ''] = /--code=(\S+)/.exec(said) ?? []
  // It takes seconds before it serves, and says what it does meanwhile.
  const folder = join(home, '.local/share/tocsin')
  expect(said).toMatch(/^creating a new database in .+\ntocsin \S+ is serving /)
  expect(said.split('\n')[0]).toContain(folder)

  const host = { TOCSIN_HOST: url }
  const person = ['--username', 'rita', '--name', 'Rita', '--email', 'rita@example.org', '--password-stdin']
  await tocsin(['auth', 'first-root', `--code=${code}`, ...person], host, 'Segredo1\n')
  expect(JSON.parse((await tocsin(['users', 'list', '--json=username'], host)).stdout)).toEqual([{ username: 'rita' }])
  expect((await tocsin(['sites', 'list'], host)).stdout).toBe('')
  expect(JSON.parse((await tocsin(['version', '--json'], host)).stdout)).toEqual({
    client: version,
    server: version,
    database: 'embedded',
    host: url,
  })

  const page = await (await fetch(url)).text()
  const [, script = ''] = /<script[^>]* src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  const served = await fetch(url + script)
  expect([served.status, served.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')])

  await stop()
})

it('C62 C63 a start that fills a database says so before it takes its time, and names the address that people open', async () => {
  const said = await serve(['serve', '--demo'], {
    TOCSIN_DATA: join(temporary, 'demo'),
    TOCSIN_PUBLIC_URL: 'http://localhost:5173',
  })
  expect(said).toMatch(/^filling a new database with the demo: .+\ntocsin \S+ is serving http:\/\/localhost:5173\n/)
  await stop()
}, 180_000)

it('B8 shows the version of the client where no server answers, and says why', async () => {
  const failed = await tocsin(['version'], { TOCSIN_HOST: 'http://127.0.0.1:9', TOCSIN_RETRY: '0' }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  expect(failed).toMatchObject({ code: 9, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\t\t\t/) })
  expect(failed.stderr).toContain('ECONNREFUSED')
})

it('C72 the program of the server shows its help, and refuses a flag that does not exist', async () => {
  const run = (args: string[], locale: string) =>
    promisify(execFile)(process.execPath, [join(installed, 'dist/server/main.js'), ...args], {
      cwd: elsewhere,
      env: { ...environment, TOCSIN_LOCALE: locale },
    })
  const { stdout, stderr } = await run(['--help'], 'en-US')
  expect(stdout).toContain('--demo=embedded')
  expect(stderr).toBe('')
  const variables = [
    ...readFileSync(join(root, 'docs/configuration.md'), 'utf8')
      .split('## The terminal')[0]!
      .matchAll(/^\| (`[A-Z_`, ]+`)/gm),
  ].flatMap(([, names = '']) => names.match(/[A-Z_]+/g) ?? [])
  expect(variables.length).toBeGreaterThan(10)
  for (const locale of ['en-US', 'pt-BR']) {
    const page = (await run(['-h'], locale)).stdout
    for (const name of variables) expect(page, `${name} in ${locale}`).toContain(name)
  }
  await expect(run(['--nonsense'], 'en-US')).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'error: there is no flag --nonsense: --help lists the flags\n',
  })
})

import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CommandError } from './command-error'
import { readConfigFiles, withConfigFiles } from './config-files'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-config-'))
  mkdirSync(join(folder, 'project/deep'), { recursive: true })
  mkdirSync(join(folder, 'config'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const tree = () => join(folder, 'project/.tocsin.json')
const write = (path: string, content: object) => writeFileSync(path, JSON.stringify(content))
const world = (env: Record<string, string> = {}) => ({
  cwd: join(folder, 'project/deep'),
  home: folder,
  user: null,
  env: { TOCSIN_CONFIG_DIR: join(folder, 'config'), ...env },
})
const read = (env?: Record<string, string>, settings = {}) => {
  const io = world(env)
  const configured = readConfigFiles(io)
  return { ...configured, ...withConfigFiles(configured, io, settings), own: configured.problem }
}
const keyOf = (problem: CommandError | null) => problem?.parts.key

describe('files of settings', () => {
  it('B5 are below the environment, the one of the tree above the user’s own', () => {
    write(tree(), { client: 'Acme', locale: 'pt-BR', timeout: '5s' })
    write(join(folder, 'config/config.json'), { client: 'Borealis', retry: 4, ca: 'roots.pem' })
    const { env, problem, own } = read({ TOCSIN_LOCALE: 'en-US', TOCSIN_TIMEOUT: '' })
    expect([problem, own]).toEqual([null, null])
    expect(env).toMatchObject({
      TOCSIN_CLIENT: 'Acme',
      TOCSIN_LOCALE: 'en-US',
      TOCSIN_TIMEOUT: '',
      TOCSIN_RETRY: '4',
      TOCSIN_CA: join(folder, 'config/roots.pem'),
    })
  })

  it('B5 are refused by file and key where they cannot be meant', () => {
    const refused: [content: object | string, key: string][] = [
      [{ colour: 'red' }, 'cli.config.unknown'],
      [{ ca: 'roots.pem' }, 'cli.config.userOnly'],
      [{ retry: 'ten' }, 'cli.usage.retry'],
      [{ timeout: 5 }, 'cli.usage.timeout'],
      [{ host: 'ftp://x' }, 'cli.config.value'],
      [{ locale: 'xx' }, 'cli.usage.choice'],
      [{ output: 'xml' }, 'cli.usage.choice'],
      [{ client: null }, 'cli.config.value'],
      [[], 'cli.config.noObject'],
      ['{ "client":', 'cli.config.noObject'],
    ]
    for (const [content, key] of refused) {
      writeFileSync(tree(), typeof content === 'string' ? content : JSON.stringify(content))
      const { own } = read()
      expect(keyOf(own), JSON.stringify(content)).toBe(key)
      const { path, flag } = own?.parts.values ?? {}
      expect(path ?? String(flag).replace(/: \w+$/, '')).toBe(tree())
    }
  })

  it('B5 of a tree get no token and no password for the server that they name', () => {
    write(tree(), { host: 'https://elsewhere.example.org' })
    expect(read().env['TOCSIN_HOST']).toBe('https://elsewhere.example.org')
    for (const variable of ['TOCSIN_TOKEN', 'TOCSIN_PASSWORD']) {
      expect(keyOf(read({ [variable]: 'x' }).problem)).toBe('cli.config.secretElsewhere')
      expect(read({ [variable]: 'x', TOCSIN_HOST: 'https://tocsin.example.org' }).problem).toBeNull()
      expect(read({ [variable]: 'x' }, { host: 'https://tocsin.example.org' }).problem).toBeNull()
    }
    // The user's own file is theirs.
    rmSync(tree())
    write(join(folder, 'config/config.json'), { host: 'https://tocsin.example.org' })
    expect(read({ TOCSIN_TOKEN: 'x' }).problem).toBeNull()
  })

  it('B5 of somebody else are passed over', () => {
    write(tree(), { client: 'Acme' })
    // Only the administrator can give a file away; what is theirs counts.
    const { uid } = statSync(tree())
    if (uid === 0) chownSync(tree(), 12_345, 12_345)
    const [owner, other] = uid === 0 ? [12_345, 12_346] : [uid, uid + 1]
    expect(readConfigFiles({ ...world(), user: owner }).files).toHaveLength(1)
    expect(readConfigFiles({ ...world(), user: other })).toMatchObject({ files: [], foreign: tree() })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { formatCommand } from './line'
import { completionsOf, readingOf } from './reading-line'
import type { Resource } from '../vocabulary/resource'
import { allResources } from '../resources/index'

let resources: Resource[]
beforeAll(async () => {
  resources = await allResources()
})

const NAMES: Record<number, string[]> = { 2: ['Acme Educação', 'acme'] }
const read = (line: string, id = 2) => {
  const found = readingOf(line, resources, { id, names: NAMES[id] ?? [] })
  return 'problem' in found ? found.problem : formatCommand(found.reading.spec, found.reading.command)
}
const problem = (key: string, values: object = {}) => ({ key: `playground.problems.${key}`, values })

describe('a line that reads', () => {
  it.each([
    ['sites list', 'tocsin sites list --client=2'],
    ['  tocsin site list --q norte', 'tocsin sites list --q=norte --client=2'],
    ["sites list --q='São João' --show-inactive", "tocsin sites list '--q=São João' --client=2 --show-inactive"],
    ['sites list --client 2', 'tocsin sites list --client=2'],
    ['sites list --client="Acme Educação"', 'tocsin sites list --client=2'],
    ['sites list --client acme', 'tocsin sites list --client=2'],
    ["sites list --client 'ACME EDUCACAO'", 'tocsin sites list --client=2'],
    ['apps list', 'tocsin apps list --client=2'],
    ['sites get 12', 'tocsin sites get 12'],
    ["sites get 'Filial Norte'", "tocsin sites get 'Filial Norte'"],
  ])('CLIENT-09 takes %j as the terminal does, of one client', (line, as) => {
    expect(read(line)).toBe(as)
  })

  it('CLIENT-09 keeps every list of what belongs to a client to that client', () => {
    const owned = resources.filter(({ tenant, can }) => tenant !== undefined && can.view !== undefined)
    expect(owned.length).toBeGreaterThan(12)
    for (const { name } of owned) expect(read(`${name} list`, 3), name).toMatch(/ --client=3( |$)/)
  })

  it('CLIENT-09 refuses in words whatever writes, whatever the resource', () => {
    let refused = 0
    for (const { name, can, actions } of resources)
      for (const verb of [
        ...(can.create ? ['create'] : []),
        ...(can.update ? ['update'] : []),
        ...(can.delete ? ['delete'] : []),
        ...Object.keys(actions).map((action) => action.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)),
      ]) {
        expect(read(`${name} ${verb} 1`), `${name} ${verb}`).toEqual(problem('writes', { line: `${name} ${verb}` }))
        refused++
      }
    expect(refused).toBeGreaterThan(50)
  })

  it.each([
    ['', problem('empty')],
    ['tocsin', problem('empty')],
    ['nonsense list', problem('resource', { resource: 'nonsense' })],
    ['sites', problem('verb', { resource: 'sites' })],
    ['sites show', problem('unknownVerb', { resource: 'sites', verb: 'show' })],
    ['public-codes list', problem('noClient', { resource: 'public-codes' })],
    ['sites list --colour=red', problem('flag', { flag: '--colour=red', line: 'sites list' })],
    ['sites list 12', problem('noRecord', { word: '12', line: 'sites list' })],
    ['sites get', problem('oneRecord', { line: 'sites get' })],
    ['sites get 1 2', problem('oneRecord', { line: 'sites get' })],
    ['sites list --client=3', problem('otherClient', { flag: 'client' })],
    ['sites list --client=borealis', problem('otherClient', { flag: 'client' })],
    [`sites list --q="norte`, problem('quote')],
    [`sites list --q=D'Avila --limit=2`, problem('quote')],
    ['sites list -o csv', problem('flag', { flag: '-o', line: 'sites list' })],
    ['sites list --q', problem('value', { flag: '--q' })],
    ['sites list --limit=many', { key: 'formErrors.number', values: { flag: 'limit' } }],
  ])('says what is wrong with %j', (line, reason) => {
    expect(read(line)).toEqual(reason)
  })
})

describe('what can follow', () => {
  const words = (line: string) => completionsOf(line, resources).map(({ word }) => word)

  it('CLIENT-09 completes resources of a client, the verbs that read, flags, and the choices of a flag', () => {
    expect(words('si')).toEqual(['sites'])
    expect(words('tocsin si')).toEqual(['sites'])
    expect(words('public')).toEqual([])
    expect(words('sites ')).toEqual(['list', 'get'])
    expect(words('sites li')).toEqual(['list'])
    expect(words('sites list --o')).toEqual(['--offset=', '--order='])
    expect(words('sites list --cl')).toEqual([])
    expect(words('sites list --show-inactive --show')).toEqual([])
    expect(words('sites list --site-type=')).toEqual(['--site-type=site', '--site-type=team'])
    expect(words("sites list --q='n --o")).toEqual([])
  })

  it('CLIENT-09 goes by what is open, where a quote stands within quotes', () => {
    for (const q of [`"D'Avila"`, `'say "x"'`, `D\\'Avila`, `'a'"'"'b'`])
      expect(words(`sites list --q=${q} --lim`), q).toEqual(['--limit='])
    for (const open of [`"D'Avila' --lim`, `'a" --lim`, `"a\\" --lim`])
      expect(words(`sites list --q=${open}`), open).toEqual([])
  })

  it('keeps what stands before, and leaves a flag open for its value', () => {
    const [one] = completionsOf('sites  list --lim', resources)
    expect(one).toMatchObject({ line: 'sites  list --limit=', kind: 'flag' })
    expect(completionsOf('sit', resources)[0]?.line).toBe('sites ')
  })
})

import type { ListQuery } from '@tocsin/core/api/client'
import { permissionsOf } from '@tocsin/core/vocabulary/roles'
import type { Profile } from '@tocsin/core/api/session'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountAtom } from '../data/account'
import { loadResources, resourceOf } from '../data/resources'
import type { Row } from '../data/row'
import { store } from '../store'
import { createList, type AddressStore, type List } from './list'
import type { RowPages } from './row-pages'
import { rowsInMemory, type RowSource } from './row-source'
import type { Acts } from './list-commands'
import { tableCommands } from './table-commands'

const viewer = {
  id: 7,
  userType: 'client',
  role: 'admin',
  ClientId: 2,
  permissions: permissionsOf('client', 'admin'),
} as unknown as Profile

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { search: '', href: 'http://localhost/', pathname: '/sites' })
  await loadResources()
  store.set(accountAtom, viewer)
})

/** An address that is a text. */
function textAddress(text = ''): AddressStore & { text: () => string } {
  const listeners = new Set<() => void>()
  return {
    get: () => text,
    text: () => text,
    set(next) {
      if (next === text) return
      text = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Rows that are answered by hand, and the queries asked for them. */
function rowsByHand() {
  const asked: ListQuery[] = []
  const answers: ((rows: readonly Row[]) => void)[] = []
  const open = (query: ListQuery): RowPages => {
    asked.push(query)
    const listeners = new Set<() => void>()
    let source: RowSource = { ...rowsInMemory(0, () => ({ id: 0 })), total: undefined }
    answers.push((rows) => {
      source = { ...rowsInMemory(rows.length, (index) => rows[index]!), loaded: () => [...rows] }
      for (const listener of listeners) listener()
    })
    return {
      source: () => source,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  }
  return { asked, open, answer: (rows: readonly Row[]) => answers.at(-1)!(rows) }
}

const site = (id: number, name = `Site ${id}`, active = true): Row => ({
  id,
  name,
  active,
  version: 1,
  registrationCodes: [],
})

describe('a list without a page', () => {
  let address: ReturnType<typeof textAddress>
  let rows: ReturnType<typeof rowsByHand>
  let list: List

  beforeEach(() => {
    address = textAddress()
    rows = rowsByHand()
    list = createList({
      resource: resourceOf('sites'),
      viewer,
      context: {},
      address,
      pageSize: 50,
      open: rows.open,
    })
    list.subscribe(() => {})
  })

  it('asks anew for what the address says, and keeps the rows until others have answered', () => {
    rows.answer([site(1), site(2)])
    expect(list.now()).toMatchObject({ settled: true, source: { total: 2 } })
    list.changeAddress({ q: 'aurora', offset: 0 })
    expect(address.text()).toBe('q=aurora')
    expect(rows.asked.at(-1)).toMatchObject({ q: 'aurora' })
    expect(list.now()).toMatchObject({ settled: false, source: { total: 2 } })
    rows.answer([site(3)])
    expect(list.now()).toMatchObject({ settled: true, source: { total: 1 } })
    // A place further down asks for no other rows.
    list.changeAddress({ offset: 40 })
    expect(rows.asked).toHaveLength(2)
  })

  it('sorts by a column, the other way round, and as declared', () => {
    expect(list.sortBy('name')).toEqual({ path: 'name', direction: 'ASC' })
    expect(address.text()).toBe('order=name+ASC')
    list.sortBy('name')
    expect(address.text()).toBe('order=name+DESC')
    list.sortBy('name')
    expect(address.text()).toBe('')
  })

  it('W04 keeps what is selected through other searches, and gives it up in another place', () => {
    rows.answer([site(1), site(2)])
    list.tick(site(2), 1)
    list.changeAddress({ q: 'x', offset: 0 })
    rows.answer([site(9)])
    list.tick(site(9), 0)
    expect(list.now().selected).toBe(2)
    expect(list.targets(new Map([[2, site(2, 'Renamed')]]))).toEqual({
      kind: 'rows',
      rows: [site(2, 'Renamed'), site(9)],
    })
    // Rows that arrived later, and are taken, make no other list.
    list.setContext({ where: { upTo: 9 } })
    expect(list.now().selected).toBe(2)
    expect(rows.asked.at(-1)).toMatchObject({ q: 'x', upTo: 9 })
    list.setContext({ where: { ClientId: 3 } })
    expect(list.now().selected).toBe(0)
    expect(rows.asked.at(-1)).toMatchObject({ q: 'x', ClientId: 3 })
  })

  it('selects what is loaded, then everything that matches, and lists the selection alone', () => {
    rows.answer([site(1), site(2)])
    const none = async () => null
    list.selectMore(0, none)
    expect(list.now().selected).toBe(2)
    expect(list.isShowable()).toBe(true)
    list.showSelected()
    expect(address.text()).toBe('ids=1%2C2')
    list.leaveSelected()
    expect(address.text()).toBe('')
    list.selectNone()
    expect(list.isShowable()).toBe(false)
  })

  it('offers one command of each id on the selection, and the keys that change records mean the selection', () => {
    rows.answer([site(1), site(2, 'Off', false)])
    const nothing = () => {}
    const acts: Acts = {
      openHref: ({ id }) => `/sites/${id}/show`,
      editHref: ({ id }) => `/sites/${id}`,
      follow: nothing,
      create: undefined,
      preview: nothing,
      refresh: nothing,
      focusFilter: nothing,
      clearFilter: undefined,
      showInactive: undefined,
      chooseSort: nothing,
      chooseColumns: nothing,
      selectMore: undefined,
      showSelected: undefined,
      sheetOf: () => '',
    }
    const keyed = (key: string) =>
      tableCommands({
        resource: resourceOf('sites'),
        viewer,
        query: {},
        selection: list.targets(new Map()),
        active: list.now().source.at(0),
        acts,
      }).filter((command) => command.key === key)
    // The row at hand is active, so that its switch turns it off.
    expect(keyed('toggleActive').map(({ id, group }) => [id, group])).toEqual([['sites.deactivate', 'record']])
    list.tick(site(2, 'Off', false), 1)
    expect(keyed('toggleActive').map(({ id, group }) => [id, group])).toEqual([['sites.activate', 'selection']])
    list.tick(site(1), 0)
    expect(keyed('toggleActive').map(({ id, group }) => [id, group])).toEqual([['sites.deactivate', 'selection']])
  })
})

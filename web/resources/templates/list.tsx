import { useQueries } from '@tanstack/react-query'
import { PRODUCT, TEMPLATES_PAGE_SIZE } from '@tocsin/core/base/constants'
import type { ListQuery, Page as RowsPage } from '@tocsin/core/api/client'
import type { Template } from '@tocsin/core/resources/templates/types'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { css } from 'styled-system/css'
import { useAccount } from '../../data/account'
import { client } from '../../data/api'
import { listKey } from '../../data/hooks'
import { markStale } from '../../data/query'
import { useSelectedClient } from '../../data/selected-client'
import { RecordPicker } from '../../form/record-picker'
import { useKeys } from '../../keys/use-keys'
import { createHref, here } from '../../navigation/hrefs'
import { sentenceOf } from '../../notices/sentence'
import { Page } from '../../pages/page'
import type { ListProps } from '../../pages/screen'
import { CreateButton } from '../../table/create-button'
import { FilterInput } from '../../table/filter-input'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { State } from '../../ui/state'
import { useT } from '../../words'
import { TemplateGrid } from './template-grid'
import '../record-commands'
import './words'

const VISIBILITY = 'visibility'
const CLIENT = 'client'
const ORDER = 'order'
const TEXT = 'q'

/** Shows the templates as cards with small phones (TPL-01). The filters are in the address (TPL-02 to TPL-04). */
export default function TemplateList({ resource }: ListProps) {
  const t = useT()
  const account = useAccount()
  const selected = useSelectedClient()
  const [query, setQuery] = useSearchParams()
  const filter = useRef<HTMLInputElement>(null)
  const grid = useId()
  const isStaff = account.userType === PRODUCT
  const visibility = query.get(VISIBILITY) === 'client' ? 'client' : 'public'
  const order = query.get(ORDER) === 'older' ? 'older' : 'recent'
  const q = query.get(TEXT) ?? ''
  const given = Number(query.get(CLIENT))
  // Staff name the client; the others have one (TPL-09).
  const clientId = isStaff && visibility === 'client' ? given || selected.id : null
  const isUnnamed = isStaff && visibility === 'client' && clientId === null
  const asked: ListQuery = {
    visibility,
    order: `createdAt ${order === 'recent' ? 'DESC' : 'ASC'}`,
    ...(clientId === null ? {} : { clientId }),
    ...(q === '' ? {} : { q }),
  }
  const change = (name: string, value: string | null) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const listed = useTemplates(resource, asked, !isUnnamed)
  const { rows, total } = listed
  /** True after the filter was left for cards that are still being read. */
  const isLeft = useRef(false)
  const stay = () => {
    isLeft.current = false
  }
  const focusGrid = () => {
    focusCard(grid)
    // The cards of the text that was just typed are yet to come.
    isLeft.current = true
  }
  // The cards that the filter was left for are there, or others than the one that had the focus.
  useEffect(() => {
    if (!rows || !isLeft.current) return
    isLeft.current = false
    const focused = document.activeElement
    if (focused === document.body || focused?.matches('[type=search]')) focusCard(grid)
  }, [rows, grid])

  useKeys('list', {
    filter: () => (filter.current?.focus(), true),
    refresh: () => void markStale(resource.name),
    escape: () => q !== '' && (change(TEXT, null), true),
  })
  const create = createHref(resource.name, clientId === null ? {} : { clientId }, here())
  return (
    <Page
      scrollsItself
      title={t('resources.templates.names')}
      actions={<CreateButton of={resource} href={create} where={{}} />}
    >
      <div className={bar}>
        {/* Further typing means that the filter was not left. */}
        <span className={text} onFocus={stay} onInput={stay}>
          <FilterInput
            ref={filter}
            label={t('templates.filter')}
            value={q}
            onChange={(typed) => change(TEXT, typed || null)}
            onLeave={focusGrid}
          />
        </span>
        <Select
          label={t('templates.visibility')}
          value={visibility}
          options={[
            ['public', t('templates.public')],
            ['client', t(isStaff ? 'templates.ofClient' : 'templates.own')],
          ]}
          onChange={(value) => change(VISIBILITY, value === 'public' ? null : value)}
        />
        {isStaff && visibility === 'client' && (
          <ClientPicker value={clientId} onChange={(id) => change(CLIENT, id === null ? null : String(id))} />
        )}
        <Select
          label={t('templates.order')}
          value={order}
          options={[
            ['recent', t('templates.recent')],
            ['older', t('templates.older')],
          ]}
          onChange={(value) => change(ORDER, value === 'recent' ? null : value)}
        />
        <span className={end}>
          <Button
            look="quiet"
            icon="refreshCw"
            iconOnly
            busy={listed.isFetching}
            aria-keyshortcuts="r"
            onClick={() => void markStale(resource.name)}
          >
            {t('table.refresh')}
          </Button>
        </span>
      </div>
      {isUnnamed ? (
        <State icon="building" title={t('templates.chooseClient')} />
      ) : listed.error && !rows ? (
        <State
          icon="triangleAlert"
          title={t('notices.couldNotLoadData')}
          detail={sentenceOf(listed.error, t, resource.name)}
          trouble
        >
          <Button icon="refreshCw" busy={listed.isFetching} onClick={() => void markStale(resource.name)}>
            {t('web.again')}
          </Button>
        </State>
      ) : rows?.length === 0 ? (
        q === '' ? (
          <State icon="layoutTemplate" title={t('templates.empty')} detail={t('templates.emptyHint')} />
        ) : (
          <State icon="search" title={t('templates.noMatch')}>
            <Button keys={['Esc']} onClick={() => change(TEXT, null)}>
              {t('templates.clear')}
            </Button>
          </State>
        )
      ) : (
        <>
          <TemplateGrid resource={resource} id={grid} rows={rows} total={total} onEnd={listed.more} />
          {listed.error && (
            <p className={trouble} role="alert">
              {sentenceOf(listed.error, t, resource.name)}
              <Button
                size="small"
                icon="refreshCw"
                busy={listed.isFetching}
                onClick={() => void markStale(resource.name)}
              >
                {t('web.again')}
              </Button>
            </p>
          )}
        </>
      )}
    </Page>
  )
}

/** Focuses the card that has the Tab stop of a grid. */
function focusCard(grid: string) {
  document.querySelector<HTMLElement>(`#${CSS.escape(grid)} [data-card][tabindex="0"]`)?.focus()
}

/** Reads templates, a page after the other as they are needed. Each card reads the contents of its own. */
function useTemplates(resource: Resource, query: ListQuery, enabled: boolean) {
  const account = useAccount()
  const asked = JSON.stringify(query)
  const [read, setRead] = useState({ asked, pages: 1 })
  const pages = read.asked === asked ? read.pages : 1
  const answers = useQueries({
    queries: Array.from({ length: enabled ? pages : 0 }, (_, page) => {
      const part: ListQuery = { ...query, limit: TEMPLATES_PAGE_SIZE, offset: page * TEMPLATES_PAGE_SIZE }
      return {
        queryKey: listKey(account.id, resource.name, part),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client.list(resource, part, signal) as Promise<RowsPage<Template>>,
      }
    }),
  })
  const [first] = answers
  // A page that failed leaves no hole: those behind it wait.
  const missing = answers.findIndex(({ data }) => data === undefined)
  const readable = missing < 0 ? answers.length : missing
  // A new list only where an answer is new: the cards are drawn again with it.
  const known = answers.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  const rows = useMemo(
    () => (first?.data ? answers.slice(0, readable).flatMap(({ data }) => data!.rows) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- the answers are new at every render
    [known, asked],
  )
  const total = first?.data?.total ?? 0
  const isFetching = answers.some((answer) => answer.isFetching)
  return {
    rows,
    total,
    isFetching,
    error: answers.find(({ error }) => error)?.error ?? null,
    more: () => {
      if (!isFetching && missing < 0 && rows && rows.length < total) setRead({ asked, pages: pages + 1 })
    },
  }
}

function ClientPicker({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const t = useT()
  const id = useId()
  return (
    <span className={picker}>
      <Field id={id} label={t('templates.client')}>
        {(control) => (
          <RecordPicker
            of="clients"
            value={value}
            label={t('templates.client')}
            control={control}
            onChange={onChange}
          />
        )}
      </Field>
    </span>
  )
}

const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  flexShrink: '0',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBottom: '3',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const trouble = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  flexShrink: '0',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '2',
  color: 'danger.fg',
})
const text = css({ display: 'flex', flex: { base: '[0 1 300px]', _narrow: '[1 1 100%]' }, minWidth: '0' })
const picker = css({ minWidth: '[220px]', '& label': { srOnly: true } })
const end = css({ marginInlineStart: 'auto' })

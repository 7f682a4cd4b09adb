import type { Answer, Http, Query } from './http'
import type { Upload } from './multipart'
import { ApiError } from '../base/errors'
import type { Use } from './in-use'
import { kebab } from '../base/naming'
import { pathOf, type ActionOf, type Draft, type Face, type RecordOf, type Resource } from '../vocabulary/resource'

/** The query of a list; filters are the resource's own (`ClientId`, `showInactive`, `siteType` …). */
export type ListQuery = {
  limit?: number
  offset?: number
  /** `field DIRECTION`, such as `name ASC`. */
  order?: string
  q?: string
  ids?: readonly number[]
  [filter: string]: Query[string]
}

export type Page<R> = { rows: R[]; total: number }

// The rules of fields are loaded by the first write: a reader of lists needs none.
const validation = () => import('../vocabulary/validate')
const patches = () => import('../vocabulary/patch')

/** Requests a page. Requests it in two halves instead if the server answers that it is too large for one answer. */
async function inHalves<R>(query: ListQuery, ask: (part: ListQuery) => Promise<Page<R>>): Promise<Page<R>> {
  try {
    return await ask(query)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ANSWER_TOO_LARGE') throw error
    const { ids, page, perPage, ...rest } = query
    const size = ids?.length ?? Number(query.limit ?? perPage ?? 0)
    if (size < 2) throw error
    const half = size >> 1
    const halves = (first: ListQuery, second: (rows: R[]) => ListQuery) =>
      inHalves({ ...rest, ...first }, ask).then(async (begin) => {
        const end = await inHalves({ ...rest, ...second(begin.rows) }, ask)
        return { rows: [...begin.rows, ...end.rows], total: ids ? begin.total + end.total : begin.total }
      })
    if (ids)
      return halves({ ids: ids.slice(0, half), limit: half }, () => ({ ids: ids.slice(half), limit: size - half }))
    if (query['after'] !== undefined)
      return halves({ limit: half }, (rows) => ({
        limit: size - half,
        after: (rows.at(-1) as { id: number } | undefined)?.id ?? Number(query['after']),
      }))
    const offset = query.offset ?? Number(page ?? 0) * size
    return halves({ limit: half, offset }, () => ({ limit: size - half, offset: offset + half }))
  }
}

type WriteOptions = {
  key?: string
  version?: number
  signal?: AbortSignal
  /** Files that are sent with the record, by the names that its fields have for them (`upload.as`). */
  files?: Record<string, Upload> | undefined
}

export type Client = ReturnType<typeof createClient>

/**
 * Creates the client of the management API. Its functions take the declaration of a resource and return records of the
 * resource's own type.
 */
export function createClient(http: Http) {
  /**
   * Returns the path that writes of a resource go to: its own path, or the resource that it is a kind of (teams are
   * written to `sites`, A-070).
   */
  const writePath = (resource: Face) => resource.kindOf?.resource ?? pathOf(resource)

  const change = async <D extends Resource>(
    method: 'PUT' | 'PATCH',
    resource: D,
    id: number,
    changes: Draft,
    { key, version, signal, files }: WriteOptions = {},
  ): Promise<RecordOf<D>> =>
    (
      await http<RecordOf<D>>({
        method,
        path: `${writePath(resource)}/${id}`,
        body: changes,
        ...(files ? { files } : {}),
        ifMatch: version,
        idempotencyKey: key,
        signal,
      })
    ).data

  return {
    list: <D extends Face>(resource: D, query: ListQuery = {}, signal?: AbortSignal): Promise<Page<RecordOf<D>>> =>
      inHalves(query, async (part) => {
        const path = pathOf(resource)
        const { data, total, requestId } = await http<RecordOf<D>[]>({ method: 'GET', path, query: part, signal })
        if (!Array.isArray(data)) throw new ApiError({ status: 502, code: 'INVALID_ANSWER', requestId })
        return { rows: data, total: total ?? data.length }
      }),

    /**
     * Yields every row, page by page. Without `order` each page begins after the last id, so that late pages are as
     * fast as early ones and a row added meanwhile shifts no other. With `order` each page begins at an offset.
     */
    async *all<D extends Face>(resource: D, query: ListQuery = {}, pageSize = 500): AsyncGenerator<Page<RecordOf<D>>> {
      if (query.order !== undefined) {
        for (let offset = 0; ; offset += pageSize) {
          const page = await this.list(resource, { ...query, limit: pageSize, offset })
          if (page.rows.length > 0) yield page
          if (page.rows.length < pageSize) return
        }
      }
      let after = 0
      for (;;) {
        const page = await this.list(resource, { ...query, limit: pageSize, order: 'id ASC', after })
        if (page.rows.length > 0) yield page
        if (page.rows.length < pageSize) return
        after = (page.rows.at(-1) as { id: number }).id
      }
    },

    async get<D extends Face>(resource: D, id: number): Promise<RecordOf<D>> {
      return (await http<RecordOf<D>>({ method: 'GET', path: `${pathOf(resource)}/${id}` })).data
    },

    async create<D extends Resource>(resource: D, draft: Draft, options: WriteOptions = {}): Promise<RecordOf<D>> {
      const { key, signal, files } = options
      // A record that is written under the path of another resource states its kind (a team among the sites, A-070).
      const body = resource.kindOf === undefined ? draft : (await validation()).withDefaults(resource.fields, draft)
      return (
        await http<RecordOf<D>>({
          method: 'POST',
          path: writePath(resource),
          body,
          ...(files ? { files } : {}),
          idempotencyKey: key,
          signal,
        })
      ).data
    },

    /** Sends a PUT, which merges: absent fields stay, null clears. */
    update: <D extends Resource>(resource: D, id: number, changes: Draft, options?: WriteOptions) =>
      change('PUT', resource, id, changes, options),

    /** Sends a PATCH. An update of several records sends one for each id (API-17, API-18). */
    patch: <D extends Resource>(resource: D, id: number, changes: Draft, options?: WriteOptions) =>
      change('PATCH', resource, id, changes, options),

    async remove<D extends Resource>(resource: D, id: number, options: WriteOptions = {}): Promise<void> {
      await http({
        method: 'DELETE',
        path: `${writePath(resource)}/${id}`,
        ifMatch: options.version,
        idempotencyKey: options.key,
        signal: options.signal,
      })
    },

    /** Returns the uses that keep a record from being deleted; an empty list if it can be deleted. Deletes nothing. */
    async usesOf<D extends Resource>(resource: D, id: number, signal?: AbortSignal): Promise<readonly Use[]> {
      return (await http<Use[]>({ method: 'GET', path: `${writePath(resource)}/${id}/uses`, signal })).data
    },

    /** Runs an action. An action with a `patch` is sent as an update. */
    async act<D extends Resource>(
      resource: D,
      action: ActionOf<D>,
      row: RecordOf<D> & { id: number; version?: number },
      input: Draft = {},
      options: WriteOptions = {},
    ): Promise<RecordOf<D>> {
      const declared = resource.actions[action]
      const patch = (await patches()).patchOf(resource, action, row, input)
      if (patch) return this.update(resource, row.id, patch, options)
      return (
        await http<RecordOf<D>>({
          method: 'POST',
          path: `${writePath(resource)}/${row.id}/${declared?.path ?? kebab(action)}`,
          body: input,
          ...(options.files ? { files: options.files } : {}),
          idempotencyKey: options.key,
          signal: options.signal,
        })
      ).data
    },

    /** Sends a file to a path of its own, such as a client's site import. */
    async upload<T>(
      path: string,
      files: Record<string, Upload>,
      payload: Record<string, unknown> = {},
      options: WriteOptions & { query?: Query; requestId?: string } = {},
    ): Promise<Answer<T>> {
      const { key, requestId, query, signal } = options
      return http<T>({ method: 'POST', path, files, body: payload, query, idempotencyKey: key, requestId, signal })
    },
  }
}

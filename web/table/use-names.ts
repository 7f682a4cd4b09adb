import { useEffect, useMemo, useRef, useState } from 'react'
import { pointedTo } from '@tocsin/core/api/names'
import { mayDo, type Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { pointedQuery } from '../data/names'
import { findFace } from '../data/resources'
import { queryClient } from '../data/query'
import type { RowSource } from './row-source'

export type Names = {
  /** Returns the record of an id, once it is known. The function never changes. */
  recordOf: (resource: string, id: number) => Row | undefined
  /** Increases when more records are known: rows already drawn are then drawn again. */
  known: number
  /** Reads the records that these rows point to, for an export; rejects where one cannot be read. */
  learn: (rows: readonly Row[]) => Promise<void>
  /** Reads the records of the loaded rows again. */
  again: () => void
}

/**
 * Reads the records that the rows of a list point to, for their names: one call for each resource of a loaded page,
 * none for a resource that the viewer may not see or that the rows name themselves.
 */
export function useNames(
  resource: Resource,
  paths: readonly string[],
  source: RowSource,
  viewer: Viewer & { id: number },
): Names {
  const [records] = useState(() => new Map<string, Row>())
  const [asked] = useState(() => new Set<string>())
  const [known, setKnown] = useState(0)
  const [round, setRound] = useState(0)
  const isHere = useRef(true)

  const names = useMemo(() => {
    const keyOf = (resourceName: string, id: number) => `${resourceName}/${id}`
    const learn = async (rows: readonly Row[], isNew: (key: string) => boolean): Promise<void> => {
      const calls = [...pointedTo(resource, paths, rows)].flatMap(([resourceName, ids]) => {
        const target = findFace(resourceName)
        if (!target || !mayDo(viewer, target, 'view')) return []
        return [...ids]
          .filter((id) => isNew(keyOf(resourceName, id)))
          .map(async (id) => {
            asked.add(keyOf(resourceName, id))
            const row = await queryClient.fetchQuery(pointedQuery(viewer.id, target, id))
            if (row) records.set(keyOf(resourceName, id), row)
            else records.delete(keyOf(resourceName, id))
          })
      })
      if (calls.length === 0) return
      const done = await Promise.allSettled(calls)
      if (isHere.current) setKnown((before) => before + 1)
      const failed = done.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    }
    return {
      recordOf: (resourceName: string, id: number) => records.get(keyOf(resourceName, id)),
      // Where a name cannot be read, the cell keeps showing the id.
      show: (rows: readonly Row[]) => void learn(rows, (key) => !asked.has(key)).catch(() => {}),
      learn: (rows: readonly Row[]) => learn(rows, (key) => !records.has(key)),
    }
  }, [resource, paths, viewer, records, asked])

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  useEffect(() => {
    names.show(source.loaded())
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another round asks for the same again
  }, [names, source, round])

  return {
    recordOf: names.recordOf,
    learn: names.learn,
    known,
    again: () => {
      asked.clear()
      setRound(round + 1)
    },
  }
}

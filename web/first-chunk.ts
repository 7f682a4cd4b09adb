/**
 * Parts of a library that only later screens use. The library's index imports them, and the graph does not show which part a
 * module uses.
 */
const LATER =
  /\/@tanstack\/(query-core|react-query)\/.*\/(mutationObserver|queriesObserver|useMutation|useQueries)\.js$/

type Modules = { getModuleInfo: (id: string) => { importers: string[] } | null }

/**
 * Puts everything that the first page needs into one file: all direct and indirect imports of the entry. By default the
 * bundler makes a file of each module that a later screen shares, and a hundred small files take longer and compress
 * worse than one.
 */
export function firstChunk(entry: string): (id: string, modules: Modules) => string | null {
  const known = new Map<string, boolean>()
  const isFirst = (id: string, modules: Modules): boolean => {
    if (id === entry) return true
    if (LATER.test(id)) return false
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, false)
    const first = modules.getModuleInfo(id)?.importers.some((importer) => isFirst(importer, modules)) === true
    known.set(id, first)
    return first
  }
  return (id, modules) => (isFirst(id, modules) ? 'console' : null)
}

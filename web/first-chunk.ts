type Modules = { getModuleInfo: (id: string) => { importers: string[]; dynamicImporters: string[] } | null }

/**
 * Puts everything that the first page needs into one file: all direct and indirect imports of the entry, and the
 * declarations of the resources, which the entry loads before anything is drawn. By default the bundler makes a file of
 * each module that a later screen shares, and a hundred small files take longer and compress worse than one.
 */
export function firstChunk(entry: string): (id: string, modules: Modules) => string | null {
  const known = new Map<string, boolean>()
  const isFirst = (id: string, modules: Modules): boolean => {
    if (id === entry) return true
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, false)
    const info = modules.getModuleInfo(id)
    const first =
      info?.importers.some((importer) => isFirst(importer, modules)) === true ||
      info?.dynamicImporters.some((importer) => importer.endsWith('core/resources/index.ts')) === true
    known.set(id, first)
    return first
  }
  return (id, modules) => (isFirst(id, modules) ? 'console' : null)
}

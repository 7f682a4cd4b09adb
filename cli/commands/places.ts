import { resourceNameOf, type SiteType } from '@tocsin/core/resources/site-type'
import type { Context } from '../context'
import { addExport, addImport, addTemplate } from './import'
import type { LocalizedCommand } from '../localized-command'

/** Adds `import`, `export` and `template` of sites and teams: the same files, told apart by their type. */
export const addPlaces =
  (siteType: SiteType) =>
  (context: Context, resourceCommand: LocalizedCommand): void => {
    addImport(context, resourceCommand, resourceNameOf(siteType))

    addExport(context, resourceCommand).handler(async (_, flags) =>
      (await import('./export-run')).runExport(context, siteType, flags),
    )

    addTemplate(context, resourceCommand, resourceNameOf(siteType))
  }

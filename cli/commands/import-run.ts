import type { SiteType } from '@tocsin/core/resources/sites/csv'
import type { Context } from '../context'

export async function runImport(
  _context: Context,
  _siteType: SiteType,
  _path: string,
  _flags: Record<string, unknown>,
): Promise<void> {}

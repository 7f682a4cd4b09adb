import { features, usesRoutesV2In, type Feature } from '@tocsin/core/api/auth'
import type { Context } from './context'
import { tokenOf } from './settings'

/** Returns whether calls for this server's accounts carry /v2/{userType}. TOCSIN_TOKEN has nothing stored. */
export async function usesRoutesV2(context: Context): Promise<boolean> {
  if (tokenOf(context.io.env)) return false
  return (await context.credentials()).accountsOf(context.host).useRoutesV2 === true
}

/** Asks for the flags and stores their routing beside the accounts. */
export async function askFeatures(context: Context): Promise<Feature[]> {
  const list = await features(await context.anonymousHttp())
  const credentials = await context.credentials()
  const useRoutesV2 = usesRoutesV2In(list)
  const before = credentials.accountsOf(context.host)
  if (before.accounts.length > 0 && (before.useRoutesV2 ?? false) !== useRoutesV2)
    await credentials.exclusively(async () =>
      credentials.change(context.host, (stored) => ({ ...stored, useRoutesV2 })),
    )
  return list
}

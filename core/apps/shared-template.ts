import { TEMPLATES_PATH } from '../base/constants'
import type { Http } from '../api/http'
import type { App } from '../resources/apps/types'
import type { Draft } from '../vocabulary/resource'

/**
 * Returns the token with which anybody who is signed in sees a template for seven days. The history says who asked
 * for it.
 */
export const templateToken = async (http: Http, id: number): Promise<string> =>
  (await http<{ token: string }>({ method: 'GET', path: `${TEMPLATES_PATH}/${id}/share` })).data.token

/** Returns the address of the console at which a token shows its template. */
export const templateLink = (origin: string, id: number, token: string): string =>
  `${origin}/${TEMPLATES_PATH}/${id}/show?token=${encodeURIComponent(token)}`

/** Reads an address that `templateLink` made, of whatever origin; null for any other text. */
export function readTemplateLink(text: string): { id: number; token: string } | null {
  if (!URL.canParse(text)) return null
  const { protocol, pathname, searchParams } = new URL(text)
  const [, id] = new RegExp(`^/${TEMPLATES_PATH}/([1-9]\\d{0,9})/show$`).exec(pathname) ?? []
  const token = searchParams.get('token')
  return /^https?:$/.test(protocol) && id !== undefined && token !== null ? { id: Number(id), token } : null
}

/** The values of an app that is made from a template. The name on phones replaces that of the template. */
export type AppOfTemplate = {
  name: string
  projectId: number
  clientId?: number | undefined
  description?: string | null | undefined
  nickname?: string | null | undefined
}

/** Creates an app with the look and the channels of a template (APP-19). A template of another client needs its token. */
export async function createFromTemplate(
  http: Http,
  template: { id: number; token?: string | undefined },
  app: AppOfTemplate,
  idempotencyKey: string,
): Promise<App> {
  const body: Draft = { ...app, isDefault: false, appTemplateId: template.id }
  const { data } = await http<App>({
    method: 'POST',
    path: 'apps',
    body,
    idempotencyKey,
    ...(template.token === undefined ? {} : { templateToken: template.token }),
  })
  return data
}

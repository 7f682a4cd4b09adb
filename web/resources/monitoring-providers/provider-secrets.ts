import { features } from '@tocsin/core/api/auth'
import { createProviderToken, renewProviderSecret, TOKEN_V2_FLAG } from '@tocsin/core/api/provider-secrets'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { currentAccount } from '../../data/account'
import { http, openHttp } from '../../data/api'
import { markStale } from '../../data/query'
import type { Values } from '../../commands/command'
import { ask } from '../../notices/confirm'
import { attemptOf, nameOf } from '../../record/name-of'
import type { Row } from '../../data/row'
import { forgetFailure, toastFailure } from '../../notices/toast'
import { tellOnce } from '../../notices/told-once'
import { newId } from '../../new-id'

/** Creates an API token of a provider, by the path that the server's flag selects, shown once (PROV-15, PROV-16). */
export async function newToken(resource: Resource, row: Row, values: Values): Promise<boolean> {
  const name = typeof values['name'] === 'string' ? values['name'] : undefined
  return told(resource, row, 'token', async () => {
    const flag = (await features(openHttp)).find((one) => one.name === TOKEN_V2_FLAG)
    return (await createProviderToken(http, row.id, { v2: flag?.defaultValue === true, name, key: newId() })).token
  })
}

/** Creates a new secret to sign deliveries with, after a confirmation, since the previous one becomes invalid. */
export async function newSecret(resource: Resource, row: Row): Promise<boolean> {
  const isMeant = await ask({
    title: (t) => t('acts.toldOnce.secret.question', { name: nameOf(resource, row, t) }),
    detail: (t) => t('acts.toldOnce.secret.before'),
    verb: (t) => t('resources.monitoring-providers.actions.renewSecret'),
    danger: true,
  })
  return isMeant && told(resource, row, 'secret', () => renewProviderSecret(http, row.id))
}

async function told(resource: Resource, row: Row, what: 'token' | 'secret', get: () => Promise<string>) {
  const asker = currentAccount()?.id
  const subject = attemptOf(resource, what, row)
  const title = (t: Translate) => t(`acts.toldOnce.${what}.title`, { name: nameOf(resource, row, t) })
  try {
    const text = await get()
    // Another account may be signed in by now.
    if (currentAccount()?.id !== asker) return false
    forgetFailure(subject)
    tellOnce({
      title,
      detail: (t) => t(`acts.toldOnce.${what}.detail`),
      what: (t) => t(`acts.toldOnce.${what}.what`),
      text,
    })
    void markStale(resource.name)
    return true
  } catch (error) {
    toastFailure(error, (t) => t('acts.failed', { what: title(t) }), { subject })
    return false
  }
}

import { ChannelRefused, copyApp } from '@tocsin/core/apps/copy'
import { apps as declared } from '@tocsin/core/resources/apps/index'
import type { App } from '@tocsin/core/resources/apps/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Values } from '../../commands/command'
import { client, http } from '../../data/api'
import { markStale } from '../../data/query'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { go } from '../../navigation/go'
import { showHref } from '../../navigation/hrefs'
import { newId } from '../../new-id'
import { toast, toastFailure } from '../../notices/toast'
import './words'

/** Copies an app with its look and its channels, and opens the copy. */
export async function copy(row: Row, values: Values, clientId: number): Promise<void> {
  try {
    // The row of a list has no theme.
    const source = await client.get(declared, row.id)
    const draft = { name: String(values['name']), projectId: Number(values['projectId']), clientId }
    const made: App = await copyApp({ client, http, once: (write) => write(newId()) }, source, {
      ...draft,
      description: source.description,
    })
    await markStale('apps')
    go(showHref('apps', made.id))
    toast({ tone: 'done', text: (t) => t('resources.apps.copied', { name: source.name, copy: made.name }) })
  } catch (error) {
    const isOfChannel = error instanceof ChannelRefused
    const what = (t: Translate) => t('acts.verbOf', { verb: t('resources.apps.copy'), what: String(row['name']) })
    toastFailure(
      error,
      (t) =>
        isOfChannel
          ? t('apps.channelRefused', { what: what(t), channel: error.channel })
          : t('acts.failed', { what: what(t) }),
      { resource: resourceOf(isOfChannel ? 'channels' : 'apps') },
    )
  }
}

import { formatCommand } from '@tocsin/core/command-line/line'
import { commandsOf } from '@tocsin/core/command-line/commands'
import { may, mayDo, neededFor } from '@tocsin/core/vocabulary/permissions'
import type { Command } from '../../commands/command'
import type { OwnCommands } from '../../commands/own-commands'
import { resourceOf } from '../../data/resources'
import { go } from '../../navigation/go'
import { savedFirst } from '../../navigation/leave-questions'
import { here, listHref, showHref } from '../../navigation/hrefs'

/** The parameters of the addresses that open the dialogs. */
export const USE = 'use'
export const SAVE = 'template'

/** Returns the address of the dialog that creates an app from a template: on this page, if it shows templates. */
export function appFromHref(id: number): string {
  const [path = '', query] = here().split('?')
  const own = showHref('templates', id)
  const isHere = path === own || path === listHref('templates')
  const params = new URLSearchParams(isHere ? query : undefined)
  params.set(USE, String(id))
  return `${isHere ? path : own}?${params.toString()}`
}

/** Returns the commands for a template: to create an app from it, and to copy a link to it (TPL-06, TPL-07). */
export const templateCommands: OwnCommands = (row, group, viewer) => {
  const name = String(row['name'])
  const commands: Command[] = []
  const apps = resourceOf('apps')
  if (mayDo(viewer, apps, 'create') && may(viewer, neededFor(apps.creation?.can, viewer))) {
    commands.push({
      id: 'templates.use',
      label: (t) => t('resources.templates.use'),
      title: (t) => t('acts.verbOf', { verb: t('resources.templates.use'), what: name }),
      group,
      icon: 'plus',
      key: 'use',
      asks: [],
      line: () => `tocsin templates use ${row.id}`,
      undo: 'apps.delete',
      run: () => go(appFromHref(row.id)),
    })
  }
  // A link to what only its client sees is made by whoever may change it. A link of another client is not passed on.
  const isOwn = row['clientId'] !== null && mayDo(viewer, resourceOf('templates'), 'update')
  if (isOwn || row['visibility'] === 'public')
    commands.push({
      id: 'templates.share',
      label: (t) => t('resources.templates.share'),
      title: (t) => t('acts.verbOf', { verb: t('resources.templates.share'), what: name }),
      group,
      icon: 'externalLink',
      asks: [],
      line: () => `tocsin templates share ${row.id}`,
      undo: 'nothing',
      run: async () => (await import('./share')).share(row.id, name),
    })
  return commands
}

const saving = (name: string, appId: number, values: Record<string, number>): Command => {
  const version = values['appSchemaId']
  const href = `${showHref('apps', appId)}?tab=${version === undefined ? 'settings' : 'versions'}&${SAVE}=${version ?? 'new'}`
  const templates = resourceOf('templates')
  return {
    id: 'templates.create',
    label: (t) => t('resources.templates.save'),
    title: (t) => t('acts.verbOf', { verb: t('resources.templates.save'), what: name }),
    group: 'record',
    icon: 'layoutTemplate',
    asks: [],
    line: () => {
      const spec = commandsOf(templates).find(({ verb }) => verb === 'create')!
      return formatCommand(spec, { resource: 'templates', verb: 'create', refs: [], values: { appId, ...values } })
    },
    undo: 'templates.delete',
    // A template is made from what is saved (APP-15).
    run: async () => {
      if (await savedFirst()) go(href)
    },
  }
}

/** Returns the command that saves an app as a template, as it is now. */
export const saveAppCommands: OwnCommands = (row, _group, viewer) =>
  mayDo(viewer, resourceOf('templates'), 'create')
    ? [saving(String(row['name']), row.id, { clientId: Number(row['clientId']) })]
    : []

/** Returns the command that saves a version of an app as a template (VER-08). */
export const saveVersionCommands: OwnCommands = (row, _group, viewer) =>
  mayDo(viewer, resourceOf('templates'), 'create')
    ? [
        saving(String(row['versionName'] ?? row['number'] ?? ''), Number(row['appId']), {
          appSchemaId: row.id,
          clientId: Number(row['clientId']),
        }),
      ]
    : []

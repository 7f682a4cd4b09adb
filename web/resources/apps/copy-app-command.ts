import { PRODUCT } from '@tocsin/core/base/constants'
import type { CommandSpec, Flag } from '@tocsin/core/command-line/commands'
import { formatCommand } from '@tocsin/core/command-line/line'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { required } from '@tocsin/core/vocabulary/rules'
import type { Ask, Values } from '../../commands/command'
import type { OwnCommands } from '../../commands/own-commands'
import { resourceOf } from '../../data/resources'

const flag = (name: string, path: string, rest: Partial<Flag>): Flag => ({
  name,
  path,
  type: 'text',
  required: true,
  ...rest,
})
const NAME = flag('name', 'name', {})
const CLIENT = flag('client', 'clientId', { type: 'ref', of: 'clients' })
const PROJECT = flag('project', 'projectId', { type: 'ref', of: 'projects' })

/** The line of the terminal that makes the same copy. */
const SPEC: CommandSpec = {
  resource: 'apps',
  verb: 'copy',
  kind: 'action',
  can: [],
  takes: 'one',
  flags: [NAME, PROJECT, CLIENT],
}

const ref = (of: string) => ({ type: 'ref', of, rules: [required()] }) as const

/** Returns the command that copies an app, for its page, its row and the palette (PROJ-09, A-079). */
export const copyCommands: OwnCommands = (row, group, viewer) => {
  const apps = resourceOf('apps')
  const may = ['update', 'create'] as const
  if (!may.every((verb) => mayDo(viewer, apps, verb)) || !mayDo(viewer, resourceOf('channels'), 'update')) return []
  // The others have one client.
  const isStaff = viewer.userType === PRODUCT
  const name = String(row['name'])
  const clientOf = (values: Values) => Number(values[CLIENT.path] ?? row['clientId'])
  const asks: Ask[] = [
    {
      flag: NAME,
      label: (t) => t('resources.apps.fields.name'),
      field: { type: 'text', rules: [required()] },
      preset: name,
    },
    ...(isStaff
      ? [
          {
            flag: CLIENT,
            label: (t) => t('resources.apps.fields.clientId'),
            field: ref('clients'),
            preset: row['clientId'],
          } satisfies Ask,
        ]
      : []),
    {
      flag: PROJECT,
      label: (t) => t('resources.apps.fields.projectId'),
      field: ref('projects'),
      about: async (values) => ({
        where: { ClientId: clientOf(values) },
        ...(clientOf(values) === row['clientId'] ? { preset: row['projectId'] } : {}),
      }),
    },
  ]
  return [
    {
      id: 'apps.copy',
      label: (t) => t('resources.apps.copy'),
      title: (t) => t('acts.verbOf', { verb: t('resources.apps.copy'), what: name }),
      group,
      icon: 'copy',
      asks,
      line: (values) => formatCommand(SPEC, { resource: 'apps', verb: 'copy', refs: [row.id], values }),
      undo: 'nothing',
      run: async (values) => (await import('./copy-app')).copy(row, values, clientOf(values)),
    },
  ]
}

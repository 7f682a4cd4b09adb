import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { required } from '@tocsin/core/vocabulary/rules'
import { iconOfAction } from '../../commands/action-icons'
import type { Command } from '../../commands/command'
import type { OwnCommands } from '../../commands/own-commands'
import { runAction } from '../../commands/run-action'
import { blockedFor } from '../../commands/why'
import { client } from '../../data/api'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { go } from '../../navigation/go'
import { showHref } from '../../navigation/hrefs'
import { toastFailure } from '../../notices/toast'

const PATH = 'versionId'

/** Returns the commands for the versions of an app: a version is found by its app alone. */
export const versionCommands: OwnCommands = ({ id }, group, viewer) => {
  const versions = resourceOf('app-versions')
  if (!mayDo(viewer, versions, 'view')) return []
  const action = (name: 'reactivate' | 'continue'): Command => ({
    id: `app-versions.${name}`,
    title: (t) => t(`resources.apps.ofSome.${name}`),
    group,
    icon: iconOfAction(name),
    asks: [
      {
        flag: { name: 'version', path: PATH, type: 'ref', required: true, of: versions.name },
        label: (t) => t('resources.app-versions.name'),
        field: { type: 'ref', of: versions.name, rules: [required()] },
        where: { appId: id, order: 'id DESC' },
        offers: (row) => !blockedFor(versions, name, row),
      },
    ],
    line: ({ [PATH]: version }) => `tocsin app-versions ${name}${version === undefined ? '' : ` ${String(version)}`}`,
    undo: name === 'continue' ? 'app-versions.take-back' : 'irreversible',
    danger: 'ask',
    run: async ({ [PATH]: version }) => {
      try {
        const row = (await client.get(versions, Number(version))) as Row
        await runAction(versions, name, { kind: 'rows', rows: [row] })
      } catch (error) {
        toastFailure(error)
      }
    },
  })
  return [
    ...(['reactivate', 'continue'] as const)
      .filter((name) => mayDo(viewer, versions, { action: name }))
      .map((name) => action(name)),
    {
      id: 'apps.diff',
      title: (t) => t('resources.apps.ofSome.diff'),
      group,
      icon: 'history',
      asks: [],
      line: () => `tocsin apps diff ${id}`,
      undo: 'nothing',
      run: () => go(`${showHref('apps', id)}?tab=versions`),
    },
  ]
}

import type { Profile } from '@tocsin/core/api/session'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Face } from '@tocsin/core/vocabulary/resource'
import { resourceInUse } from '../data/handlers-v2'
import { findFace, wholeOf } from '../data/resources'
import { hasForms } from '../data/views'
import { GO_LETTERS, type KeyId } from '../keys/map'
import { go } from '../navigation/go'
import { listHref } from '../navigation/hrefs'
import { iconOf, placesOf } from '../navigation/places'
import type { Command } from './command'
import { creationAnywhere } from './creation'
import { lines } from './line'

/** Returns the key of a resource's place. Only one kind of handlers is offered at a time, so both share a letter. */
function keyOf(way: 'go' | 'new', resource: string): { key?: KeyId } {
  const place = resource === 'registration-handlers-v2' ? 'registration-handlers' : resource
  return Object.hasOwn(GO_LETTERS, place) ? { key: `${way}:${place}` as KeyId } : {}
}

/** Returns the command that goes to a resource's list. */
export function listCommand(resource: Face): Command {
  const { name } = resource
  const href = listHref(name)
  return {
    id: `${name}.list`,
    title: (t) => t('acts.goTo', { place: t(`resources.${name}.names`) }),
    names: (t) => [name, t(`resources.${name}.names`), t(`resources.${name}.name`)],
    group: 'go',
    icon: iconOf(name),
    ...keyOf('go', name),
    asks: [],
    line: (values) => lines().commandLine(wholeOf(resource), 'list', values),
    undo: 'nothing',
    href,
    run: () => go(href),
  }
}

/** Returns the command that creates a record from any screen. */
export const createCommand = (resource: Face, viewer: Profile): Command => ({
  ...creationAnywhere(resource, viewer),
  ...keyOf('new', resource.name),
})

/** Returns the commands of all places with a letter, in the order of the letters. */
export function placeCommands(viewer: Profile): Command[] {
  const places = new Set(placesOf(viewer))
  return Object.keys(GO_LETTERS).flatMap((place) => {
    const name = resourceInUse(place)
    const resource = places.has(name) ? findFace(name) : undefined
    if (!resource) return []
    const isMade = hasForms(name) && mayDo(viewer, resource, 'create')
    return [listCommand(resource), ...(isMade ? [createCommand(resource, viewer)] : [])]
  })
}

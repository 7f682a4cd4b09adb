import { actionBefore, type Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { nameOf } from '../record/name-of'
import { countOf, type Targets } from './targets'

/** The verbs whose labels all resources share; every other action has a label of its own. */
const VERBS = { update: true, delete: true }

/** Returns the title of an action on its targets: `Deactivate 3 sites`, `Deactivate Abaeté`. */
export const titleOf =
  (resource: Resource, action: string, targets: Targets) =>
  (t: Translate): string => {
    const verb =
      action === 'get'
        ? t('acts.open')
        : action in VERBS
          ? t(`verbs.${action}`)
          : actionBefore(resource.name, action, t)
    const count = countOf(targets)
    const [only] = targets.kind === 'rows' ? targets.rows : []
    if (count === 1 && only) {
      const own = `resources.${resource.name}.titles.${action}`
      const title = t(own, only)
      return title === own ? t('acts.verbOf', { verb, what: nameOf(resource, only, t) }) : title
    }
    return t('acts.verbOfMany', { verb, count, what: resourceFor(resource, count)(t) })
  }

const resourceFor = (resource: Resource, count: number) => (t: Translate) =>
  t(`resources.${resource.name}.${count === 1 ? 'name' : 'names'}`).toLowerCase()

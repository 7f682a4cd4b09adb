import { PRODUCT } from '../../base/constants'
import { bookkeeping, resource, type Rule } from '../../vocabulary/resource'
import { isEmpty } from '../../vocabulary/empty'
import { required } from '../../vocabulary/rules'
import { messages } from './messages'
import { PHASES, type LicenseComment } from './types'

const time = (value: unknown) => (typeof value === 'string' ? Date.parse(value.slice(0, 10)) : NaN)

const notAfterEnd: Rule = (value, record) =>
  time(value) > time(record['endDate']) ? { key: 'validation.startDateAfterEnd' } : null
const notBeforeStart: Rule = (value, record) =>
  time(value) < time(record['startDate']) ? { key: 'validation.endDateBeforeStart' } : null

/**
 * Refuses an empty comment of a new record. A new record without any comment is accepted. The server checks the
 * comment of a stored record.
 */
const notSentEmpty: Rule = (value, record) =>
  isEmpty(value) && record['comment'] !== undefined && isEmpty(record['id']) ? { key: 'formErrors.required' } : null

export const licenseComments = resource<LicenseComment>()({
  name: 'license-comments',
  path: `license-comments/${PRODUCT}`,
  title: 'title',
  can: {
    view: 'license:comments:view',
    create: 'license:comments:create',
    update: 'license:comments:update',
    delete: 'license:comments:update',
  },
  fields: {
    ...bookkeeping,
    title: { type: 'text', rules: [required()] },
    responsible: { type: 'text', rules: [required()] },
    phase: { type: 'choice', choices: PHASES, default: PHASES[0], rules: [required()] },
    phaseComment: { type: 'text', rules: [required()], when: (draft) => draft['phase'] === 'other' },
    ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
    startDate: { type: 'date', rules: [notAfterEnd] },
    endDate: { type: 'date', rules: [notBeforeStart] },
    comment: { type: 'longtext', rules: [notSentEmpty] },
    active: { type: 'boolean', default: true },
    updatedBy: { type: 'text', readonly: true },
  },
  columns: ['title', 'responsible', 'phase', 'ClientId', 'updatedAt', 'active'],
  filters: { phase: { type: 'choice', choices: PHASES } },
  tenant: 'ClientId',
  switch: 'active',
  actions: {
    activate: {
      can: 'license:comments:update',
      patch: () => ({ active: true }),
      blocked: (row) => (row.active ? { key: 'resources.license-comments.alreadyActive' } : null),
      many: true,
      undo: 'deactivate',
    },
    deactivate: {
      can: 'license:comments:update',
      patch: () => ({ active: false }),
      blocked: (row) => (row.active ? null : { key: 'resources.license-comments.notActive' }),
      many: true,
      undo: 'activate',
    },
  },
  messages,
})

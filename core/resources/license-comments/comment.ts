import type { Resource, Rule } from '../../vocabulary/resource'
import { required } from '../../vocabulary/rules'

function withComment(licenseComments: Resource, rules: readonly Rule[]): Resource {
  const { comment } = licenseComments.fields
  if (!comment) throw new Error(`${licenseComments.name} have no comment`)
  return { ...licenseComments, fields: { ...licenseComments.fields, comment: { ...comment, rules } } }
}

/** Returns the declaration for a complete record, which needs the comment as well. */
export const withCommentWanted = (licenseComments: Resource): Resource => withComment(licenseComments, [required()])

/** Returns the declaration for a record that is begun with a title and a responsible person alone. */
export const withoutCommentRules = (licenseComments: Resource): Resource => withComment(licenseComments, [])

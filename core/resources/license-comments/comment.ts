import type { Resource, Rule } from '../../vocabulary/resource'
import { required } from '../../vocabulary/rules'

function withComment(licenseComments: Resource, rules: readonly Rule[]): Resource {
  const { comment } = licenseComments.fields
  if (!comment) throw new Error(`${licenseComments.name} have no comment`)
  return { ...licenseComments, fields: { ...licenseComments.fields, comment: { ...comment, rules } } }
}

/** The declaration for a record filled in whole, which needs the comment too. */
export const withCommentWanted = (licenseComments: Resource): Resource => withComment(licenseComments, [required()])

/** The declaration for a record begun with a title and a responsible alone. */
export const withoutCommentRules = (licenseComments: Resource): Resource => withComment(licenseComments, [])

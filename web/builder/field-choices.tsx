import { ChoicesGrid } from './choices-grid'
import type { OpenField } from './open-field'
import { Options, pair, Part } from './panel-part'

/** The choices of a field, and the answer besides them. */
export function FieldChoices({ of }: { of: OpenField }) {
  const { builder, field, options, has, problemAt } = of
  const hasOther = field.options?.['hasOther'] === true
  return (
    <Part>
      <ChoicesGrid builder={builder} field={field} path={`${options}.choices`} problemAt={problemAt} />
      {has.has('hasOther') && (
        <div className={pair}>
          <Options of={of} names={hasOther ? ['hasOther', 'otherText'] : ['hasOther']} />
        </div>
      )}
    </Part>
  )
}

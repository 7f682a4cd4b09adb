import { css } from 'styled-system/css'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { useDraft } from '../form/use-draft'
import { useSidebarRoom } from '../navigation/sidebar-room'
import { FormBuilder } from './form-builder'
import './words'

type Props = {
  resource: Resource
  row: Row
  /** The path of the list of fields in the record: `schema.fields`. */
  path: string
  /** Why the fields cannot be changed here, as a sentence. */
  why: string
}

/**
 * The fields of a form to be looked at: each can be opened and its rules read, with the form itself beside, which can be
 * filled in.
 */
export function ShownForm({ resource, row, path, why }: Props) {
  useSidebarRoom()
  const form = useDraft({ resource, record: row, blocked: why, unkept: true, onSaved: () => {} })
  return (
    // In a form no key acts on the record around it.
    <form className={frame} onSubmit={(event) => event.preventDefault()}>
      <FormBuilder form={form} path={path} />
    </form>
  )
}

// It begins where the tabs end.
const frame = css({ display: 'flex', flex: '1', minHeight: '0', minWidth: '0', marginTop: '[-12px]' })

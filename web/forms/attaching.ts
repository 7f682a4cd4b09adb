import type { ComponentType } from 'react'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import type { FormField } from '@tocsin/core/form/types'
import type { ControlOf } from './question'

/** An attachment as an answer names it. One that is on its way has a name of its own in place of its address. */
export type Attached = { type: string; url: string }

/** A file on its way: sent now, kept until there is a network, arrived, or refused for a reason. */
export type Upload = {
  name: string
  is: 'sending' | 'waiting' | 'arrived' | 'failed'
  /** The part that was sent, from 0 to 1. */
  sent: number
  /** The reason of a failure, by a key of the words of attachments. */
  why?: Reason
}

/** Sends the files of a form while its questions are answered, whichever of its pages is shown. */
export type Uploads = {
  /** Begins to send a file for a question, and returns what stands for it in the answer. */
  add: (file: File, field: FormField, type: string) => Attached
  again: (url: string) => void
  /** Forgets a file that an answer names no more. */
  drop: (url: string) => void
  all: () => ReadonlyMap<string, Upload>
  subscribe: (listener: () => void) => () => void
}

export type FilesProps = ControlOf & { uploads: Uploads }

/** The part that takes the attachments of a form. It is loaded with the forms that have any. */
export type Attaching = { Files: ComponentType<FilesProps>; uploads: Uploads }

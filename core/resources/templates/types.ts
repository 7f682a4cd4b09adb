import type { AppContents } from '../app-versions/types'
import type { Bookkeeping } from '../../vocabulary/resource'

export const VISIBILITIES = ['public', 'client'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/**
 * A template that apps are made from (ENT-TPL-01). Its contents are those of an app, whose channels count from 1, without
 * what belongs to the client.
 */
export type Template = Bookkeeping &
  AppContents & {
    name: string
    description: string
    tags: string[]
    /** Every client reads a public template, and only its own client the others. */
    visibility: Visibility
    /** The app that it was made from; null for readers of another client. */
    appId: number | null
    /** The version that it was made from; null if it was made from what the app had then. */
    appSchemaId: number | null
    /** Its client; null for readers of another client. */
    clientId: number | null
    /** The person who made it; null for readers of another client. */
    user: { name: string } | null
  }

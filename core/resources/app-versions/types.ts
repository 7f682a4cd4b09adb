import type { AppConfig } from '../apps/types'
import type { Channel } from '../channels/types'

/** A channel as a version of its app keeps it. The order of a version's channels is that of the list. */
export type KeptChannel = Pick<
  Channel,
  'id' | 'name' | 'channelType' | 'label' | 'primary' | 'tag' | 'config' | 'MonitoringProviders'
>

/** The contents of an app, which people's phones show: its look and its channels. */
export type AppContents = { label: string | null; config: AppConfig; channels: readonly KeptChannel[] }

export type VersionStatus = 'draft' | 'published' | 'unpublished'

/** A version of an app (ENT-APP-05). A draft has the contents that the app has now. */
export type AppVersion = AppContents & {
  id: number
  version: number
  createdAt: string
  updatedAt: string
  /** The same as `id`. */
  versionId: number
  /** Counts the published versions of the app from 1; null for the draft. */
  number: number | null
  versionName: string | null
  versionComment: string | null
  status: VersionStatus
  appId: number
  clientId: number
  /** The draft continues this version and has not been changed since. */
  continued: boolean
  /** The person who published the version, or last changed the draft; null if the account is gone. */
  User: { name: string } | null
}

import type { Bookkeeping } from '../../vocabulary/resource'
import type { ChannelType } from './kinds/index'

/**
 * The options of a channel: those of every kind, and those of its own (core/resources/channels/kinds). An option without a
 * value is absent.
 */
export type ChannelConfig = {
  /** The group that the channel opens in; absent on the first page of the app. */
  parentId?: number | null | undefined
  siteManagerOnly: boolean
  icon?: string | null
  bgColor1: string
  bgColor2: string
  textColor?: string | null
  [option: string]: unknown
}

/** A monitoring provider as its channels name it. */
export type AssignedProvider = { id: number; name: string; providerType: string }

/** A button of a mobile app (clients §3). */
export type Channel = Bookkeeping & {
  /** The name that staff give it; people see the label. */
  name: string
  channelType: ChannelType
  label: string | null
  primary: boolean
  tag: string | null
  /** Its position among the app's channels, from 0. */
  displayOrder: number
  /** The version that its changes go to: the draft of its app, or the latest version while nothing has changed. */
  schemaId: number
  appId: number
  clientId: number
  /** The monitoring providers that get the alerts of the channel. */
  MonitoringProviders: AssignedProvider[]
  config: ChannelConfig
}

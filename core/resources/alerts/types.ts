import type { ProviderType } from '../monitoring-providers/types'
import type { Bookkeeping } from '../../vocabulary/resource'

/** The derived status of an alert (ALERT-11): assigned as soon as it is processed. */
export const ALERT_STATUSES = ['pending', 'assigned'] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** The values of the status filter. Provider staff alone may ask for alerts that nobody was assigned to. */
export const STATUS_FILTERS = [...ALERT_STATUSES, 'not-assigned'] as const

/** The reasons for which an alert is resolved. */
export const RESOLUTIONS = ['real', 'false-alarm', 'test', 'drill', 'duplicate', 'other'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** The people to whom a notification about an alert goes. */
export const NOTIFICATION_TARGETS = ['contact', 'responsible'] as const
export const NOTIFICATION_CHANNELS = ['phone', 'email'] as const

/** An answer of the reporter as people read it (ENT-ALERT-02). */
export type DataViewRow = {
  name: string
  title: string
  value: string
  /** The number of files that belong to the answer. */
  attachments: number
  comments: string | null
}

/** A picture or a recording of an alert (ENT-ALERT-03). The address is signed and opens the file for five minutes. */
export type AlertAttachment = {
  uuid: string
  kind: 'image' | 'audio' | 'video' | 'file'
  /** The question that it answers. */
  name: string
  meta: { urls: { original: string }; type: string; size: number }
  updatedAt: string
}

/** The handing over of an alert to a monitoring provider, as the alert names it. */
export type AlertProvider = {
  id: number
  name: string
  providerType: ProviderType
  /** When it was handed over; null while it is not. */
  deliveredAt: string | null
  /** The last attempt failed. */
  failed: boolean
  /** The outcome of the last attempt that failed; null if none did. */
  reason: string | null
  /** When the next attempt is due; null if none is: it is handed over, or given up. */
  nextAttemptAt: string | null
}

/** A position in degrees, with the address as one line where it is known. */
export type Position = { latitude: number; longitude: number; formatted: string | null }

/** An alarm that somebody raised (ENT-ALERT-01). */
export type Alert = Bookkeeping & {
  /** The id that the phone gave it: the same one twice is one alert. */
  uuid: string
  text: string | null
  /** By the clock of the phone, clamped to a day around ours. */
  generatedAt: string
  /** The first successful handing over, or the first person who took it; null before. */
  processedAt: string | null
  status: AlertStatus
  priority: boolean
  test: boolean
  anonymous: boolean
  location: Position | null
  /** The position comes from the phone's own receiver. */
  gpsAlert: boolean
  /** The channel may be deleted since. */
  ChannelId: number | null
  /** The channel as it was then. */
  Channel: { name: string; label: string | null; channelType: string; icon: string | null } | null
  ClientId: number
  Client: { name: string }
  /** The site of the profile. */
  SiteId: number | null
  Site: { name: string } | null
  /** The nearest active site. */
  NearSiteId: number | null
  NearSite: { name: string } | null
  /** Null for an anonymous alert, and where the profile is gone. */
  MobileProfileId: number | null
  /** The reporter as they were then; null for an anonymous alert. */
  MobileProfile: { name: string; phone: string | null } | null
  MonitoringProviders: AlertProvider[]
  meta: {
    dataView: DataViewRow[]
    /** The time that the phone told, where it was clamped. */
    generatedAt?: string
  }
  attachments: AlertAttachment[]
  /** The person who works on it now; null if nobody does. */
  takenBy: { id: number; name: string } | null
  takenAt: string | null
  resolution: Resolution | null
  resolvedBy: { id: number; name: string } | null
  resolvedAt: string | null
}

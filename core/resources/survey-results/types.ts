import type { Bookkeeping } from '../../vocabulary/resource'

/** The person who answered, as they were then. */
export type Answerer = {
  name: string
  phone: string | null
  email: string | null
  job: string | null
  integrationId: string | null
}

/** The answers of one person to a survey (ENT-SURV-02). Nobody changes them. */
export type SurveyResult = Bookkeeping & {
  SurveyId: number
  Survey: { name: string }
  ClientId: number
  /** The site of the person; null for an answer by link. */
  SiteId: number | null
  /** Null for an answer by link. */
  MobileProfile: Answerer | null
  ChannelId: number | null
  /** The channel as it was then, which may be deleted since. */
  Channel: { name: string; label: string | null; channelType: string } | null
  latitude: number | null
  longitude: number | null
  /** The answers by the names of their questions. */
  data: Record<string, unknown>
}

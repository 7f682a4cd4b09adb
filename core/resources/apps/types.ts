import type { Bookkeeping } from '../../vocabulary/resource'

/** The look of the mobile app (ENT-APP-02, ENT-APP-03). */
export type AppConfig = {
  banner: { url: string | null }
  showBannerNickname: boolean
  bannerNickname: string | null
  nickname: string | null
  backgroundColor: string
  textColor: string
  headerColor: string
  secondaryColor: string
  secondaryBackgroundColor: string
  themeName: string
}

/** A mobile app that people raise alerts with; the wire spells its references in lower case. */
export type App = Bookkeeping & {
  name: string
  label: string | null
  description: string | null
  isDefault: boolean
  clientId: number
  projectId: number
  termId: number | null
  /** The same as `termId`: answers carry both spellings. */
  TermId: number | null
  generatePassportKey: boolean
  /** The number of the published version; null while none is. */
  publishedVersion: number | null
  /** The draft that holds the changes since the latest version; null if nothing was changed since. */
  draftId: number | null
  /** The numbers of its channels, all and primary ones. */
  Channels: { total: number; primary: number }
  Project: { name: string; isDefault: boolean } | null
  config: AppConfig
}

/** Values that apply across the product, each with its source. A value marked as ours is not in the specification. */

/** The name that stands for {product} in user types, routes, flags and themes. */
export const PRODUCT = 'tocsin'
/** The beginning of every token of a user (C06). An API token of a monitoring provider begins with the first word alone. */
export const USER_TOKEN = `${PRODUCT}_pat_`

/** The provider's own client (console §9). */
export const PROVIDER_CLIENT_ID = 1

/** Supported languages, the first is the fallback (console §9, A-019). */
export const LOCALES = ['en-US', 'pt-BR'] as const
export type Locale = (typeof LOCALES)[number]

/** The lengths of a password and of a phone, and the tries of a token refresh (console §9). */
export const PASSWORD_LENGTH = { min: 8, max: 64 }
export const PHONE_DIGITS = { min: 8, max: 20 }
export const REFRESH_ATTEMPTS = 5
/** The kinds of program that sign in, as each names itself. */
export const AGENTS = ['browser', 'terminal', 'other'] as const
export type Agent = (typeof AGENTS)[number]
/** The beginning of the User-Agent of the command line program. */
export const CLI_AGENT = `${PRODUCT}/`
export const LOGOUT_REDIRECT_SECONDS = 2

/** The ways a code is sent (console §3). */
export const MFA_METHODS = ['email', 'phone'] as const
export type MfaMethod = (typeof MFA_METHODS)[number]

/**
 * The length of a verification code, the seconds for which a sign-in accepts it, and the wait after a switch of method
 * (console §9).
 */
export const VERIFICATION_CODE_LENGTH = 7
export const SIGN_IN_CODE_SECONDS = 120
export const METHOD_SWITCH_SECONDS = 15
/** The wait before a set-up offers another code (console §9). */
export const SETUP_RESEND_SECONDS = 150
/** The wait between two codes, or two links, for a forgotten password. */
export const RESET_RESEND_SECONDS = 30
/**
 * The characters of a verification code (ours): 32 that are not mistaken for each other, so that seven have 35 bits.
 */
export const VERIFICATION_CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The time for which the token for external sites is valid, in ms (CONST-05, A-034). */
export const EXTERNAL_TOKEN_LIFE = 3_600_000

/** The rows of a page: by default, at most, and in exports (console §9, clients §9). */
export const PAGE_SIZE = 50
export const PAGE_SIZE_MAX = 1000
export const EXPORT_PAGE_SIZE = 100
export const SITE_EXPORT_PAGE_SIZE = 500
/** The rows of a table in which records are picked (CONST-08, A-012). */
export const PICKER_PAGE_SIZE = 10
/** The only size of a page of the channels of an app (CONST-10). */
export const CHANNELS_PAGE_SIZE = 20
/** The channels of a template that are shown at once (CONST-10). */
export const TEMPLATE_CHANNELS_PAGE_SIZE = 20
/** The cards that the grid of templates asks for at once. */
export const TEMPLATES_PAGE_SIZE = 24
/** The pause before a new app that was made from a template opens, in ms (CONST-17). */
export const TEMPLATE_DELAY = 200
/** The most icons that the picker of an icon suggests at once (CONST-14). */
export const ICON_SUGGESTIONS = 50
/** The number of ids in one URL. A URL with more would be longer than servers accept. */
export const IDS_AT_ONCE = 500

/**
 * The length of a registration or public code, the default radius of a site, and the default oldest version of an app
 * (clients §9).
 */
export const CODE_LENGTH = 6
export const SITE_RADIUS_KM = 0.1
/** Ours: half the way round the earth. */
export const SITE_RADIUS_MAX_KM = 20_000
export const MIN_APP_VERSION = '1.0.0'

/** The flag that adds /v2/{userType} to management calls (console §4, A-015, A-016). */
export const ROUTES_V2_FLAG = `new-client-${PRODUCT}-mgmt-routes`

/** The flag that replaces handlers of the first kind by those of the second (clients §2, FLAG-08). */
export const HANDLERS_V2_FLAG = 'reg-handler-v2'

/** The time for which the server repeats an answer under its idempotency key, in milliseconds: seven days. */
export const ANSWERS_KEPT = 7 * 24 * 3_600_000

/** The flag that gives a client's show screen its playground (clients §2, CLIENT-09, FLAG-09). */
export const PLAYGROUND_FLAG = 'playground-view'

/** The flag of the sections about a client, its apps and its sites on the start page (FLAG-10). */
export const DASHBOARD_FLAG = `${PRODUCT}-user-dashboard-client-section`

/** Every flag the specifications name (console §9, clients §6). */
export const FEATURES = [
  HANDLERS_V2_FLAG,
  PLAYGROUND_FLAG,
  'attachments-type-selection',
  'attachments-field',
  'multilayer-dropdown',
  'subscriber-v2-token-gen',
  DASHBOARD_FLAG,
  'token-mobile-v3',
  ROUTES_V2_FLAG,
] as const

/** The path of templates, in the API and in the console. */
export const TEMPLATES_PATH = 'apps/templates'
/** The header of a request that has the token of a shared template. */
export const TEMPLATE_TOKEN_HEADER = 'Template-Token'

/** Resources without a list to go to: their rows are with another record, or a feature flag has another list in use. */
export const LISTLESS: ReadonlySet<string> = new Set([
  'registration-data',
  'registration-handlers-v2',
  'app-versions',
  'survey-results',
  'alert-assignments',
  'alert-deliveries',
  'alert-histories',
  'alert-silences',
  'blacklists',
  'monitoring-providers-channels',
  'monitoring-providers-users',
])

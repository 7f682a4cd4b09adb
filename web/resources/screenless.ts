import { alertAssignments } from './alert-assignments/index'
import { alertDeliveries } from './alert-deliveries/index'
import { alertHistories } from './alert-histories/index'
import { alertSilences } from './alert-silences/index'
import { appVersions } from './app-versions/index'
import { blacklists } from './blacklists/index'
import { monitoringProvidersChannels } from './monitoring-providers-channels/index'
import { monitoringProvidersUsers } from './monitoring-providers-users/index'
import { registrationData } from './registration-data/index'
import { surveyResults } from './survey-results/index'
import { setViews } from '../data/views'

// Resources without screens of their own. They come with the rest, since no first list is one of theirs.
setViews({
  'alert-assignments': alertAssignments,
  'alert-deliveries': alertDeliveries,
  'alert-histories': alertHistories,
  'alert-silences': alertSilences,
  'app-versions': appVersions,
  blacklists,
  'monitoring-providers-channels': monitoringProvidersChannels,
  'monitoring-providers-users': monitoringProvidersUsers,
  'registration-data': registrationData,
  'survey-results': surveyResults,
})

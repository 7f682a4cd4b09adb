import { alerts } from './alerts/index'
import { apps } from './apps/index'
import { auditEvents } from './audit-events/index'
import { broadcastMessages } from './broadcast-messages/index'
import { clients } from './clients/index'
import { documents } from './documents/index'
import { licenseComments } from './license-comments/index'
import { maps } from './maps/index'
import { mobileUsers } from './mobile-users/index'
import { monitoringProviders } from './monitoring-providers/index'
import { projects } from './projects/index'
import { publicCodes } from './public-codes/index'
import { registrationCodes } from './registration-codes/index'
import { registrationDataSchemas } from './registration-data-schemas/index'
import { registrationForms } from './registration-forms/index'
import { registrationHandlers } from './registration-handlers/index'
import { registrationHandlersV2 } from './registration-handlers-v2/index'
import { sites } from './sites/index'
import { surveys } from './surveys/index'
import { teams } from './teams/index'
import { templates } from './templates/index'
import { terms } from './terms/index'
import { tokens } from './tokens/index'
import { users } from './users/index'
import { setViews } from '../data/views'

// The views of the resources that have screens. A resource missing here has a plain icon and no entry in the sidebar.
setViews({
  alerts,
  apps,
  'audit-events': auditEvents,
  'broadcast-messages': broadcastMessages,
  clients,
  documents,
  'license-comments': licenseComments,
  maps,
  'mobile-users': mobileUsers,
  'monitoring-providers': monitoringProviders,
  projects,
  'public-codes': publicCodes,
  'registration-codes': registrationCodes,
  'registration-data-schemas': registrationDataSchemas,
  'registration-forms': registrationForms,
  'registration-handlers': registrationHandlers,
  'registration-handlers-v2': registrationHandlersV2,
  sites,
  surveys,
  teams,
  templates,
  terms,
  tokens,
  users,
})

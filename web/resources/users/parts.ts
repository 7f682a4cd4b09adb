// The parts of users that other resources show.
export { phoneText } from './phone-text'
import './words'

export { areaIn, permissionGroups } from './permission-groups'
export { rolesOf } from './roles-of'
export { UserDialog } from './user-dialog'

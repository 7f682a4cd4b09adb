// The parts of users that other resources show.
export { phoneText } from './phone-text'
export { rolesOf } from './roles-of'
export { UserDialog } from './user-dialog'

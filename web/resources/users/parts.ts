// What other resources show of users.
export { phoneText } from './phone-text'
export { rolesOf } from './roles-of'
export { UserDialog } from './user-dialog'

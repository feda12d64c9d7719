/** Users: the people of a company. */
export { type CreateUser, makeCreateUser } from './create-user.ts'
export { makeSetLegalHold, type SetLegalHold } from './set-legal-hold.ts'
export { userRedactor } from './user-redactor.ts'
export { find as findUser, list as listUsers } from './user-store.ts'

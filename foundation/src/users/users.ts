/** Users: the people of a company. */
export { type CreateUser, makeCreateUser, makeInsertUser, type NewUser } from './create-user.ts'
export {
  type InstallationOperator,
  isOne as isOperatorOfInstallation,
  list as listOperators,
} from './operator-store.ts'
export { makeSetLegalHold, type SetLegalHold } from './set-legal-hold.ts'
export { makeSetOperator, type SetOperator } from './set-operator.ts'
export { userRedactor } from './user-redactor.ts'
export {
  change as changeStoredUser,
  find as findUser,
  list as listUsers,
  lockOwnersAnd,
  remove as removeStoredUser,
} from './user-store.ts'

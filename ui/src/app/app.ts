/**
 * The interface as one whole: what it is called, where it stands, and which words of its service the screens need that every
 * interface has. `declareApp` is called once, before anything is drawn. `account` are the operations that every service has:
 * sign-in, people, keys, the company, the audit.
 */
export { type AccountOutput, account, enterDemo } from './account-calls.ts'
export type { OfferedWebhooks } from './offered-webhooks.ts'
export { type App, declareApp, type Role, type Scope, thisApp } from './this-app.ts'

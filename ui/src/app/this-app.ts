import type { ComponentType } from 'react'
import type { OfferedWebhooks } from './offered-webhooks.ts'

/** A role of a company, in words. Each may also do all that those before it may. */
export type Role = { role: string; words: string }
/** What a key may do, in words. */
export type Scope = { scope: string; words: string }

export type App = {
  /** Where it stands: `/admin`. */
  path: string
  /** How the service spells the names of fields: `expiresAt` or `expires_at`. */
  spelling: 'camel' | 'snake'
  /** The groups of the navigation, in the order in which they stand. */
  groups: readonly string[]
  roles: readonly Role[]
  scopes: readonly Scope[]
  /** Beside what reading keys may do. */
  readingHint?: string
  /** What a new key can be tried with, by its scopes. */
  tryPath: (scopes: readonly string[]) => string
  /** Below which path of the API its webhooks are, and what they carry, which is loaded with their screens. */
  webhooks: { base: string; offered: () => Promise<{ offeredWebhooks: OfferedWebhooks }> }
  /** The kinds of acts in the audit, by what stands before the dot of their names. */
  auditKinds: readonly { value: string; label: string }[]
  /** What Ctrl+K opens, loaded then. */
  Search: ComponentType<{ onKeys: () => void; onClose: () => void }>
  /** What is wrong with the whole, above every screen. */
  Health?: ComponentType
  /** Beside the company's name: what is said of all that is shown, such as that it is a sample. */
  Mark?: ComponentType
  /** Below the sign-in: where people without an account make one. */
  SignUp?: ComponentType
}

let declared: App | undefined

export function declareApp(app: App): void {
  declared = app
}

export function thisApp(): App {
  if (!declared) throw new Error('The interface has not been declared: main.tsx does that first.')
  return declared
}

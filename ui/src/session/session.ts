/**
 * Who is signed in. `SessionGate` shows the sign-in in place of a screen to those who are not, and over it, without losing
 * what was typed there, when a session ends.
 */

export { canUsePasskeys } from './can-use-passkeys.ts'
export { KnownAccount } from './known-account.tsx'
export { addPasskey } from './lazy-passkeys.ts'
export { SwitchCompany } from './lazy-switch-company.ts'
export { linkPages } from './link-pages.ts'
export { Outside } from './outside.tsx'
export { isFactorNeeded, SecondFactorField, useSecondFactor } from './second-factor-field.tsx'
export { type Session, useMay, useSession } from './session-context.ts'
export { askForSession, SessionGate } from './session-gate.tsx'
export { useSignOut } from './sign-out.ts'

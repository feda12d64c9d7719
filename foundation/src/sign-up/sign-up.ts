/**
 * Signing up: people make a company for themselves, for a service whose operator lets them. It is bounded by the day, from one
 * range of addresses and in all, and in requests a minute that hold up nobody who signs in.
 */
import type { Pruner } from '../erasure/model/eraser.ts'
import { makePublicStep, type PublicStep, requireOwnAddress } from '../sign-in/sign-in.ts'
import { makeSignUp } from './make-sign-up.ts'
import type { SignUpRouteDeps } from './sign-up.routes.ts'
import * as store from './sign-up-store.ts'

export { makeSignUpActs, type SignUpActs, signUpRules } from './invitations.ts'
export { type SignUpRouteDeps, signUpRoutes } from './sign-up.routes.ts'

/** Of one range of addresses and process. */
const requestsPerMinute = 20

type Deps = Omit<Parameters<typeof makeSignUp>[0], 'newcomers'> & {
  signIn: SignUpRouteDeps['signIn'] & Pick<Parameters<typeof makeSignUp>[0], 'newcomers'>
  publicBaseUrl: string | undefined
  uptimeMs: () => number
}

export const openSignUp = (deps: Deps): SignUpRouteDeps => ({
  signIn: deps.signIn,
  mode: deps.mode,
  now: deps.now,
  publicStep: makeSignUpStep(deps),
  signUp: makeSignUp({ ...deps, newcomers: deps.signIn.newcomers }),
})

function makeSignUpStep({ mode, publicBaseUrl, uptimeMs }: Deps): PublicStep {
  const publicStep = makePublicStep({ publicBaseUrl, uptimeMs, requestsPerMinute })
  return async (request, reply) => {
    await publicStep(request, reply)
    if (mode === 'open') requireOwnAddress(request, publicBaseUrl) // elsewhere it takes the operator's invitation
  }
}

const dayMs = 86_400_000

export const signUpPruners: readonly Pruner[] = [
  { name: 'counts of sign-ups', keptMs: 2 * dayMs, prune: store.pruneCounts },
  { name: 'invitations to sign up', keptMs: 0, prune: store.pruneInvitations },
]

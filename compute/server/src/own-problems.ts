/** Failures that only this service knows: the codes are part of the API. */
import type { OwnProblem } from '@service/foundation/problem.ts'

/** Known words, and yet no hub could ever take it as it was asked. */
export const noFeasibleHub: OwnProblem = { code: 'no-feasible-hub', status: 422 }

/** It asks to run for longer than the operator lets any deployment run. */
export const lifetimeTooLong: OwnProblem = { code: 'lifetime-too-long', status: 422 }

/** It fits, and everything is taken at present. */
export const noCapacity: OwnProblem = { code: 'no-capacity', status: 409 }

/** The month's GPU-hours are used up. 403, for clients try again after 429, and here that helps nobody. */
export const gpuHoursExceeded: OwnProblem = { code: 'quota-exceeded', status: 403 }

/** The company has as many deployments alive as it may. 403, like the hours: to end some helps, and to try again does not. */
export const tooManyDeployments: OwnProblem = { code: 'too-many-deployments', status: 403 }

/** An agent's plan does not hold any more: too old, or the hub, the price or the level would be another. */
export const planOutdated: OwnProblem = { code: 'plan-outdated', status: 409 }

/** It has been deployed already, under another idempotency key. */
export const planUsed: OwnProblem = { code: 'plan-used', status: 409 }

/** Calling a service from a page, and following what it says. */
export { addressOf, type Client, type InputOf, makeClient, type OutputOf, Refusal } from './client.ts'
export { type Live, LivePause, responses, Updated, useStored } from './live.tsx'
export { Shown } from './shown.tsx'
export { faultOf, troubleOf } from './trouble.ts'

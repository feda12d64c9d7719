/** Calling a service from a page, and following what it says. */
export { type Calls, forgetResponses, type List, makeCalls, onSessionLost } from './calls.ts'
export { addressOf, fileBody, type InputOf, type OutputOf, Refusal, type Spelling } from './client.ts'
export { type Live, LivePause, responses, Updated, useStored } from './live.tsx'
export { Shown } from './shown.tsx'
export { snakeSpelling } from './snake-case.ts'
export { StepUpContext } from './step-up-context.ts'
export { faultOf, troubleOf } from './trouble.ts'
export { type Act, useAct } from './use-act.ts'

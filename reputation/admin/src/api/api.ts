/** The service, as the pages call it. */
export { call, enterDemo, forgetResponses, type Input, type Output, onSessionLost } from './call.ts'
export { StepUpContext } from './step-up-context.ts'
export { type Act, useAct } from './use-act.ts'
export { useList, useLive } from './use-live.ts'

/** The service, as the pages call it. */
import { type InputOf, makeCalls, type OutputOf } from '@service/ui/api/api.ts'
import { addresses, type Operations } from './operations.ts'

export { type Act, useAct } from '@service/ui/api/api.ts'

export type OperationId = keyof Operations & string
export type Input<Id extends OperationId> = InputOf<Operations[Id]>
/** What an operation returns. */
export type Output<Id extends OperationId> = OutputOf<Operations[Id]>

/** Where the logs of a deployment are. */
export const logsAddress = addresses.getLogs.replace(/^GET /, '')

export const { call, stream, useList, useLive } = makeCalls<Operations>(addresses)

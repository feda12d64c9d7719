/** The service, as the pages call it. */
import { type InputOf, makeCalls, type OutputOf } from '@service/ui/api/api.ts'
import { addresses, type Operations } from './operations.ts'

export { type Act, useAct } from '@service/ui/api/api.ts'

export type OperationId = keyof Operations & string
export type Input<Id extends OperationId> = InputOf<Operations[Id]>
/** What an operation returns. */
export type Output<Id extends OperationId> = OutputOf<Operations[Id]>

export const { call, useList, useLive } = makeCalls<Operations>(addresses)

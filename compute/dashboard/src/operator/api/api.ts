/** The operations of the operator's view, which are in a document of their own. */
import { makeCalls, type OutputOf } from '@service/ui/api/api.ts'
import { addresses, type Operations } from './operations.ts'

/** What an operation returns. */
export type Output<Id extends keyof Operations & string> = OutputOf<Operations[Id]>

export const { call, useList, useLive } = makeCalls<Operations>(addresses)

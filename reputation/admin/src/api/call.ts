import { type InputOf, makeClient, type OutputOf, Refusal } from '@service/ui/api/api.ts'
import { addresses, type Operations, type SignedInPerson } from './operations.ts'

export type OperationId = keyof Operations & string
export type Input<Id extends OperationId> = InputOf<Operations[Id]>
/** What an operation returns. */
export type Output<Id extends OperationId> = OutputOf<Operations[Id]>

const client = makeClient<Operations>(addresses)

/** Those that refuse with 401 what was typed, not who is signed in. */
const provesByItself: readonly string[] = [
  'signIn',
  'showAccountLink',
  'acceptInvitation',
  'resetPassword',
] satisfies OperationId[]

const listeners = new Set<() => void>()

/** Called whenever the service no longer knows who is signed in. */
export function onSessionLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls an operation of the API by its name. Throws a `Refusal`. */
export async function call<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  signal?: AbortSignal,
): Promise<Output<Id>> {
  try {
    return await client.call(id, input, signal)
  } catch (error) {
    if (error instanceof Refusal && error.status === 401 && !provesByItself.includes(id)) {
      for (const listener of listeners) listener()
    }
    throw error
  }
}

/** Uses the link of the demo, which is in no document. */
export const enterDemo = (token: string): Promise<SignedInPerson> => client.post('/auth/enter', { token })

/** For another person: nothing that was seen is shown again. */
export const forgetResponses = (): void => client.forget()

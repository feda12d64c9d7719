import { makeCalls, type OutputOf, snakeSpelling } from '../api/api.ts'
import { addresses, type Operations, type SignedInPerson } from './account-operations.ts'
import { thisApp } from './this-app.ts'

export const account = makeCalls<Operations>(addresses, {
  spelling: () => (thisApp().spelling === 'snake' ? snakeSpelling : undefined),
})

/** What an operation returns that every service has. */
export type AccountOutput<Id extends keyof Operations> = OutputOf<Operations[Id]>

/** Uses the link of the demo, which is in no document. */
export const enterDemo = (token: string): Promise<SignedInPerson> => account.post('/auth/enter', { token })

import { createContext, useContext } from 'react'
import type { AccountOutput } from '../app/app.ts'

/** Who is signed in, to which company, and what their role may do. */
export type Session = AccountOutput<'getSession'>

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('Nobody is signed in: this belongs inside the shell.')
  return session
}

/** Whether the role includes the permission. What it does not include is absent from the screen. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useSession()
  return (permission) => permissions.includes(permission)
}

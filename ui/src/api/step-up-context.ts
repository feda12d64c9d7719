import { createContext } from 'react'

/** Asks the person for a fresh proof of who they are; false where they will not give it. */
export const StepUpContext = createContext<() => Promise<boolean>>(async () => false)

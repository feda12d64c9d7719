import { useState } from 'react'
import { Refusal } from '../api/api.ts'
import { TextField } from '../field.tsx'

/** The password was right, and the service wants a code as well. */
export const isFactorNeeded = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'second-factor-required'

type Factor = {
  isNeeded: boolean
  code: string
  setCode: (code: string) => void
  /** For the body of the request. */
  given: { code?: string }
  /** Shows the field once the service has asked for a code. */
  watch: <T>(asked: Promise<T>) => Promise<T>
}

/** What is typed beside a password, once it is asked for. */
export function useSecondFactor(): Factor {
  const [isNeeded, setNeeded] = useState(false)
  const [code, setCode] = useState('')
  return {
    isNeeded,
    code,
    setCode,
    given: code === '' ? {} : { code },
    watch: (asked) =>
      asked.catch((error: unknown) => {
        if (isFactorNeeded(error)) setNeeded(true)
        throw error
      }),
  }
}

export function SecondFactorField({ factor: { isNeeded, code, setCode } }: { factor: Factor }) {
  if (!isNeeded) return null
  return (
    <TextField
      label="Code"
      autoComplete="one-time-code"
      autoFocus
      required
      hint="Six digits of your app, or one of your recovery codes."
      value={code}
      onChange={setCode}
    />
  )
}

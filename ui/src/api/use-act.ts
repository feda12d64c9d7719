import { useContext, useRef, useState } from 'react'
import { notify } from '../announcer.tsx'
import { Refusal } from './client.ts'
import { responses } from './live.tsx'
import { StepUpContext } from './step-up-context.ts'

export type Act<Given> = {
  run: (given: Given) => void
  busy: boolean
  error: unknown
  /** Forgets the error, for a form that opens again. */
  reset: () => void
}

/**
 * Something that a person does. What is shown is asked for again afterwards; where the service wants a fresh proof of who
 * they are, they are asked for it and the act goes on.
 */
export function useAct<Given, Result>(
  perform: (given: Given) => Promise<Result>,
  {
    done,
    onDone,
    undo,
  }: {
    /** Said and shown once it is done: "Key revoked". */
    done?: string | ((result: Result) => string)
    onDone?: (result: Result) => void
    /** Takes it back, for what can be taken back. */
    undo?: (result: Result) => void
  } = {},
): Act<Given> {
  const askForProof = useContext(StepUpContext)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const running = useRef(false)

  /** Undefined where the person would not prove it. */
  async function performFresh(given: Given): Promise<{ result: Result } | undefined> {
    try {
      return { result: await perform(given) }
    } catch (failure) {
      if (!(failure instanceof Refusal) || failure.code !== 'step-up-required') throw failure
      if (!(await askForProof())) return undefined
      return { result: await perform(given) }
    }
  }

  async function run(given: Given): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(null)
    try {
      const performed = await performFresh(given)
      if (!performed) return
      const { result } = performed
      responses.refresh()
      if (done !== undefined) notify(typeof done === 'string' ? done : done(result), undo && (() => undo(result)))
      onDone?.(result)
    } catch (failure) {
      setError(failure)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run: (given) => void run(given), busy, error, reset: () => setError(null) }
}

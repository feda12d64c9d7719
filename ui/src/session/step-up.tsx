import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { StepUpContext } from '../api/api.ts'

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx'))

/** Lets what stands inside ask for a fresh proof, in a dialog over the screen. */
export function StepUp({ children }: { children: ReactNode }) {
  const [settle, setSettle] = useState<(proved: boolean) => void>()
  const ask = useCallback(
    () => new Promise<boolean>((resolve) => setSettle(() => resolve)), // a function of a function: setState would call it
    [],
  )
  function end(proved: boolean): void {
    settle?.(proved)
    setSettle(undefined)
  }
  return (
    <StepUpContext value={ask}>
      {children}
      <Suspense>{settle && <StepUpDialog onEnd={end} />}</Suspense>
    </StepUpContext>
  )
}

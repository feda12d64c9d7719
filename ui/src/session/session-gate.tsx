import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { forgetResponses, onSessionLost, Refusal, responses, troubleOf, useStored } from '../api/api.ts'
import { account } from '../app/app.ts'
import { Dialog } from '../dialog.tsx'
import { Loading, Problem } from '../notice.tsx'
import { TimeZone } from '../time.tsx'
import { Outside } from './outside.tsx'
import { type Session, SessionContext } from './session-context.ts'
import { StepUp } from './step-up.tsx'

const SignInForm = lazy(() => import('./sign-in-form.tsx'))

const key = 'session'

const readSession = (signal: AbortSignal) => account.call('getSession', {}, signal)

/** Asked for while the first screen is loaded: on a slow line each of the two takes a while. */
export function askForSession(): void {
  if (responses.read(key).data === undefined) responses.fetch<Session>(key, readSession)
}

export function SessionGate({ children }: { children: ReactNode }) {
  const [lost, setLost] = useState(false)
  const { data, error, refresh } = useStored<Session>(key, readSession, {
    everyMs: 300_000,
  })
  useEffect(() => onSessionLost(() => setLost(true)), [])

  function begin(session: Session): void {
    if (data && data.user.id !== session.user.id) {
      forgetResponses()
      responses.forget()
    }
    responses.set(key, session)
    setLost(false)
    responses.refresh()
  }

  if (data) {
    return (
      <SessionContext value={data}>
        <TimeZone value={data.company.timeZone}>
          <StepUp>{children}</StepUp>
          {lost && (
            <Dialog title="Your session has ended" onClose={() => {}}>
              <p>Sign in again to continue. What you have typed is kept.</p>
              <Suspense>
                <SignInForm email={data.user.email} onSignedIn={begin} />
              </Suspense>
            </Dialog>
          )}
        </TimeZone>
      </SessionContext>
    )
  }
  if (error instanceof Refusal && error.status === 401) {
    return (
      <Outside title="Sign in">
        <Suspense fallback={<Loading />}>
          <SignInForm onSignedIn={begin} />
        </Suspense>
      </Outside>
    )
  }
  if (error) {
    return (
      <Outside title="Not available">
        <Problem trouble={troubleOf(error)} onRetry={refresh} />
      </Outside>
    )
  }
  return (
    <Outside title="Sign in">
      <Loading />
    </Outside>
  )
}

/** The session as the page knows it: what was asked, what came back, and what happened since. */
import { useCallback, useRef, useState } from 'react'
import { forgetSession, type Received, type SandboxSession, type StoryEntry, send } from './client.ts'
import type { Step } from './scenarios.ts'
import { useStory } from './use-story.ts'

export type Sandbox = {
  session: SandboxSession | undefined
  story: readonly StoryEntry[]
  /** The last response, of an operation alone. */
  received: Received | undefined
  /** The deployment that things are done to: the last one that was seen. */
  deployment: { id: string; hub: string | null } | undefined
  isBusy: boolean
  trouble: string | undefined
  ask(method: string, path: string, body?: unknown): Promise<Received | undefined>
  move(seconds: number): Promise<void>
  fault(fault: string, hub?: string): Promise<void>
  mend(): Promise<void>
  play(steps: readonly Step[], onAsk: (step: Step & { kind: 'ask' }) => string): Promise<void>
  startAgain(): Promise<void>
}

export function useSandbox(): Sandbox {
  const [session, setSession] = useState<SandboxSession>()
  const { story, follow, forget } = useStory()
  const [received, setReceived] = useState<Received>()
  const [deployment, setDeployment] = useState<Sandbox['deployment']>()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const current = useRef<Sandbox['deployment']>(undefined)

  const take = useCallback((response: Received): boolean => {
    if (response.status < 400) return true
    const { message } = (response.json ?? {}) as { message?: string }
    setTrouble(message ?? `The service responded with ${response.status}.`)
    return false
  }, [])

  const seeSession = useCallback(async () => {
    const response = await send('GET', '/v1/session')
    if (take(response)) setSession(response.json as SandboxSession)
  }, [take])

  const doing = useCallback(
    async (work: () => Promise<void>) => {
      setBusy(true)
      setTrouble(undefined)
      try {
        await work()
        await Promise.all([follow(), seeSession()])
      } catch {
        setTrouble('The service could not be reached. Try again.')
      } finally {
        setBusy(false)
      }
    },
    [follow, seeSession],
  )

  const asked = useCallback(async (method: string, path: string, body?: unknown): Promise<Received> => {
    const response = await send(method, path, body)
    setReceived(response)
    const { deployment_id: id, hub = null } = (response.json ?? {}) as { deployment_id?: string; hub?: string | null }
    if (id !== undefined && response.status < 300) {
      current.current = { id, hub }
      setDeployment(current.current)
    }
    return response
  }, [])

  const acted = useCallback(
    async (method: string, path: string, body?: unknown) => {
      const response = await send(method, path, body)
      if (take(response)) setSession(response.json as SandboxSession)
    },
    [take],
  )

  const stepped = useCallback(
    async (step: Step, onAsk: (step: Step & { kind: 'ask' }) => string) => {
      if (step.kind === 'ask') await asked('POST', onAsk(step), step.body)
      else if (step.kind === 'clock') await acted('POST', '/v1/clock', { advance_seconds: step.seconds })
      else {
        const hub = step.hub ?? current.current?.hub
        await acted('POST', '/v1/faults', { fault: step.fault, ...(hub && { hub }) })
      }
    },
    [acted, asked],
  )

  return {
    session,
    story,
    received,
    deployment,
    isBusy,
    trouble,
    async ask(method, path, body) {
      let response: Received | undefined
      await doing(async () => {
        response = await asked(method, path, body)
      })
      return response
    },
    move: (seconds) => doing(() => acted('POST', '/v1/clock', { advance_seconds: seconds })),
    fault: (fault, hub) =>
      doing(() =>
        acted('POST', '/v1/faults', {
          fault,
          ...(fault === 'crash' ? { deployment_id: current.current?.id } : hub !== undefined && { hub }),
        }),
      ),
    mend: () => doing(() => acted('DELETE', '/v1/faults')),
    play: (steps, onAsk) =>
      doing(async () => {
        for (const step of steps) await stepped(step, onAsk)
      }),
    startAgain: () =>
      doing(async () => {
        await send('DELETE', '/v1/session')
        forgetSession()
        forget()
        current.current = undefined
        setReceived(undefined)
        setDeployment(undefined)
      }),
  }
}

/** What happens afterwards: the session's time, what can be done to it, and its story. */
import { Button, Buttons } from '@service/ui/button.tsx'
import { Select } from '@service/ui/field.tsx'
import { State, type StateKind } from '@service/ui/state.tsx'
import { formatTime } from '@service/ui/time.tsx'
import { useState } from 'react'
import type { SandboxSession, StoryEntry } from './client.ts'
import type { Sandbox } from './use-sandbox.ts'

const steps = [
  [30, '+30 s'],
  [180, '+3 min'],
  [3_600, '+1 h'],
  [86_400, '+1 day'],
] as const

const faults = [
  ['hub-lost', 'Disconnect it'],
  ['hub-full', 'Fill it'],
  ['slow-pull', 'Slow its pulls'],
  ['dirty-hour', 'Raise its carbon intensity'],
] as const

const kinds: Readonly<Record<string, StateKind>> = {
  running: 'good',
  provisioning: 'moving',
  attempt_begun: 'moving',
  attempt_left: 'warn',
  scheduled: 'moving',
  degraded: 'warn',
  failing_over: 'warn',
  stopping: 'moving',
  stopped: 'off',
  failed: 'bad',
}

export function StoryPanel({ sandbox }: { sandbox: Sandbox }) {
  const { session, story } = sandbox
  return (
    <section className="panel" aria-labelledby="story">
      <h2 id="story">What happened</h2>
      {session ? (
        <Levers session={session} sandbox={sandbox} />
      ) : (
        <p className="muted">
          After the first request: the clock of your session, what can go wrong in it, and all that follows, as it
          happens.
        </p>
      )}
      <ol className="story">
        {story.toReversed().map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function Levers({ session, sandbox }: { session: SandboxSession; sandbox: Sandbox }) {
  const { deployment, isBusy, move, fault, mend } = sandbox
  const [chosen, setChosen] = useState<string>()
  const hub = chosen ?? deployment?.hub ?? session.hubs[0]?.hub ?? ''
  const wrong = session.hubs.filter(({ faults, state }) => faults.length > 0 || state !== 'ready')
  return (
    <div className="levers">
      <Buttons>
        <span className="muted">Clock {formatTime(session.clock, 'clock', 'UTC')} UTC</span>
        {steps.map(([seconds, name]) => (
          <Button key={seconds} size="small" busy={isBusy} onClick={() => void move(seconds)}>
            {name}
          </Button>
        ))}
      </Buttons>
      <Select
        label="Hub"
        value={hub}
        options={session.hubs.map((one) => ({ value: one.hub, label: `${one.hub} (${one.country})` }))}
        onChange={setChosen}
      />
      <Buttons>
        {faults.map(([kind, name]) => (
          <Button key={kind} size="small" busy={isBusy} onClick={() => void fault(kind, hub)}>
            {name}
          </Button>
        ))}
        <Button size="small" busy={isBusy} onClick={() => void fault('hours-gone')}>
          End the hours
        </Button>
        {deployment && (
          <Button size="small" busy={isBusy} onClick={() => void fault('crash')}>
            Crash the deployment
          </Button>
        )}
        <Button size="small" busy={isBusy} onClick={() => void mend()}>
          Clear all faults
        </Button>
      </Buttons>
      <p className="small muted">
        {session.gpu_hours_used.toFixed(2)} of {session.gpu_hours_limit} GPU-hours · {session.deployments_made} of{' '}
        {session.deployments_limit} deployments · ends at {formatTime(session.ends_at, 'clock', zone)}
      </p>
      {wrong.length > 0 && (
        <p className="small">
          {wrong.map(({ hub, state, faults }) => `${hub}: ${[state, ...faults].join(', ')}`).join(' · ')}
        </p>
      )}
    </div>
  )
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

function Entry({ entry }: { entry: StoryEntry }) {
  const { at, status, text, code, deployment_id: id } = entry
  return (
    <li>
      <time dateTime={at}>{formatTime(at, 'clock', 'UTC')}</time>
      <div>
        {status !== null && <State kind={kinds[status] ?? 'info'}>{status}</State>}
        <p>{text}</p>
        <p className="small muted">{[id, code].filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  )
}

import { Button } from '@service/ui/button.tsx'
import { TextField } from '@service/ui/field.tsx'
import { Empty, Notice } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Filters, Section } from '@service/ui/page.tsx'
import { State, type StateKind } from '@service/ui/state.tsx'
import { formatTime, TimeZone } from '@service/ui/time.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { memo, type ReactNode, useContext, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Deployment } from './model/status.tsx'
import { type Kept, type LogLine, type Logs, useLogs } from './use-logs.ts'

const states: Record<Logs['state'], [StateKind, string]> = {
  reading: ['moving', 'reading'],
  following: ['good', 'following'],
  paused: ['off', 'paused'],
  resuming: ['warn', 'disconnected, resuming after the last line'],
  ended: ['off', 'complete: the container has ended'],
  failed: ['bad', 'could not be read'],
}

/** What the container writes, as it writes it: followed, searched, as text whatever it is. */
export default function LogsTab({ of: { deployment_id: id, attempt, hub } }: { of: Deployment }) {
  const { find = '' } = useSearch({ from: '/shell/deployments/$deploymentId/{-$tab}' })
  const navigate = useNavigate({ from: '/deployments/$deploymentId/{-$tab}' })
  const [isFollowed, setFollowed] = useState(true)
  const [context, setContext] = useState<number>()
  const logs = useLogs(id, attempt, isFollowed)
  const wanted = useDeferredValue(find.trim().toLowerCase())
  const found = wanted === '' ? logs.lines : logs.lines.filter(({ text }) => text.toLowerCase().includes(wanted))
  const isNarrowed = wanted !== '' && context === undefined
  const [kind, words] = states[logs.state]
  function search(value: string): void {
    setContext(undefined)
    void navigate({ replace: true, search: value === '' ? {} : { find: value } })
  }
  return (
    <Section
      title="Logs"
      actions={
        <>
          <State kind={kind}>{words}</State>
          {logs.state !== 'ended' && logs.state !== 'failed' && (
            <Button size="small" icon={isFollowed ? 'pause' : 'play'} onClick={() => setFollowed(!isFollowed)}>
              {isFollowed ? 'Pause' : 'Follow'}
            </Button>
          )}
        </>
      }
    >
      <Filters label="Search in the logs">
        <TextField label="Find" value={find} onChange={search} maxLength={200} />
        {wanted !== '' && (
          <span className="buttons">
            {context === undefined ? (
              <span role="status">{counted(found.length, 'line')}</span>
            ) : (
              <Button size="small" onClick={() => setContext(undefined)}>
                Only lines with “{wanted}”
              </Button>
            )}
          </span>
        )}
      </Filters>
      {logs.kept && <KeptNote of={logs.kept} />}
      {logs.trouble !== undefined && <Notice kind="warn">{logs.trouble}</Notice>}
      {logs.lines.length === 0 ? (
        <NoLines state={logs.state} hub={hub} />
      ) : (
        <>
          {logs.dropped > 0 && (
            <p className="small muted">
              The newest {formatCount(logs.lines.length)} lines; <code>svc logs {id}</code> shows all of them.
            </p>
          )}
          <Lines
            lines={isNarrowed ? found : logs.lines}
            wanted={wanted}
            goTo={context}
            onContext={isNarrowed ? setContext : undefined}
          />
        </>
      )}
      {!logs.kept && (
        <p className="small muted">
          Only of attempt {attempt}. When a deployment has ended, its last lines are kept for a while after its
          container is removed.
        </p>
      )}
    </Section>
  )
}

const KeptNote = ({ of: { attempt, complete } }: { of: Kept }) => (
  <Notice>
    The container of attempt {attempt} is gone. This is what was kept of its log
    {complete ? ': all that it wrote.' : ': its last lines.'}
  </Notice>
)

const NoLines = ({ state, hub }: { state: Logs['state']; hub: string | null }) => (
  <Empty title={state === 'failed' ? 'There are no logs' : 'Nothing has been written yet'}>
    {hub === null
      ? 'It has no hub yet. The output of its container appears here once it starts.'
      : 'Standard output and standard error of its container appear here as they are written.'}
  </Empty>
)

/** At the end it stays at the end; who scrolls up is left there. */
function Lines({
  lines,
  wanted,
  goTo,
  onContext,
}: {
  lines: readonly LogLine[]
  wanted: string
  goTo: number | undefined
  onContext: ((key: number) => void) | undefined
}) {
  const frame = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const last = lines.at(-1)?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines move it
  useEffect(() => {
    const { current } = frame
    if (current && isAtEnd.current && goTo === undefined) current.scrollTop = current.scrollHeight
  }, [last, lines.length])
  useEffect(() => {
    if (goTo === undefined) return
    isAtEnd.current = false
    frame.current?.querySelector(`[data-key="${goTo}"]`)?.scrollIntoView({ block: 'center' })
  }, [goTo])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields
    <div
      ref={frame}
      className="log"
      role="group"
      aria-label="Lines of the log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - 24
      }}
    >
      {lines.map((line) => (
        <Line key={line.key} line={line} wanted={wanted} isFound={goTo === line.key} onContext={onContext} />
      ))}
    </div>
  )
}

const Line = memo(
  ({
    line: { key, at, stream, text },
    wanted,
    isFound,
    onContext,
  }: {
    line: LogLine
    wanted: string
    isFound: boolean
    onContext: ((key: number) => void) | undefined
  }) => {
    const timeZone = useContext(TimeZone)
    return (
      <div className="log-line" data-stream={stream} data-key={key} data-found={isFound || undefined}>
        <span>
          {formatTime(at, 'clock', timeZone)} {stream === 'stderr' ? 'err' : 'out'}
        </span>
        <span>
          <span className="log-text">{marked(text, wanted)}</span>{' '}
          {onContext && (
            <Button size="small" kind="quiet" onClick={() => onContext(key)}>
              In context
            </Button>
          )}
        </span>
      </div>
    )
  },
)

function marked(text: string, wanted: string): ReactNode {
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted)
  if (at < 0) return text
  const end = at + wanted.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

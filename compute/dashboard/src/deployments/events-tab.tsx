import { Shown } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Panel, Section } from '@service/ui/page.tsx'
import { formatDuration } from '@service/ui/quantities.ts'
import { State } from '@service/ui/state.tsx'
import { Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { type Output, useList } from '../api/api.ts'
import { Actor } from './actor.tsx'
import { attemptsIn } from './model/attempts.ts'
import { type Deployment, isMoving, reasonWords, StatusState } from './model/status.tsx'

type Event = Output<'listDeploymentEvents'>['events'][number]

/** What has happened, newest first, each with how long it lasted. */
export default function EventsTab({ of: deployment }: { of: Deployment }) {
  const { deployment_id: id, status } = deployment
  const list = useList('listDeploymentEvents', { path: { deployment_id: id } }, ({ events }) => events, {
    isMoving: () => isMoving({ status }),
  })
  return (
    <Section title="What has happened">
      <Shown live={list}>
        {(events) => (
          <Panel>
            <ol className="timeline">
              {events.map((event, i) => (
                <li key={event.event_id}>
                  <span className="timeline-at">
                    <Time at={event.at} form="clock" />
                    <br />
                    <Time at={event.at} form="day" />
                  </span>
                  <EventWords of={event} next={events[i - 1]} />
                </li>
              ))}
            </ol>
            {list.more && (
              <div className="buttons">
                <Button size="small" busy={list.more.isLoading} onClick={list.more.onMore}>
                  Load {list.more.count} more
                </Button>
              </div>
            )}
          </Panel>
        )}
      </Shown>
      <Rules of={deployment} />
      {deployment.attempt > 1 && list.data && <Attempts of={list.data} />}
    </Section>
  )
}

/** `next` is what happened after it; the newest goes on. */
function EventWords({ of: event, next }: { of: Event; next: Event | undefined }) {
  const { status, type, reason, message, hub, attempt, caused_by: by, at } = event
  const lastedMs = next === undefined ? undefined : Date.parse(next.at) - Date.parse(at)
  return (
    <div className="timeline-what">
      <h3>
        {status === null || type !== status ? (
          <State kind="info">{typeWords(type)}</State>
        ) : (
          <StatusState status={status} />
        )}
      </h3>
      <div>
        {[hub !== null && `at ${hub}`, attempt !== null && attempt > 1 && `attempt ${attempt}`]
          .filter(Boolean)
          .join(', ')}
        {by !== null && (
          <>
            {hub === null ? 'Asked' : ', asked'} by <Actor of={by} />
          </>
        )}
      </div>
      {(message !== null || reason !== null) && (
        <div>{message === null ? reasonWords(reason ?? '') : visibleText(message)}</div>
      )}
      {lastedMs !== undefined && <div className="small muted">for {spanOf(lastedMs)}</div>}
    </div>
  )
}

const spanOf = (ms: number): string => (ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : formatDuration(ms))

const typeWords = (type: string): string => type.replaceAll('_', ' ')

/** Where it was tried, and what moved it on. */
const Attempts = ({ of: events }: { of: readonly Event[] }) => (
  <Table
    caption="Attempts and failovers"
    rows={attemptsIn(events)}
    keyOf={({ attempt }) => String(attempt)}
    columns={[
      { head: 'Attempt', cell: ({ attempt }) => attempt },
      { head: 'Hub', cell: ({ hub }) => hub ?? 'none' },
      {
        head: 'Time',
        cell: ({ from, to }) => (
          <>
            <Time at={from} form="clock" /> to {to === null ? 'now' : <Time at={to} form="clock" />}
          </>
        ),
      },
      { head: 'What ended it', only: 'wide', cell: ({ why }) => (why === null ? 'nothing yet' : whyWords(why)) },
    ]}
  />
)

/** A message for people, or one of the service's words for a reason. */
const whyWords = (why: string): string => (/^[a-z_]+$/.test(why) ? reasonWords(why) : visibleText(why))

/** What the service would do by itself from here. */
const Rules = ({ of: { status, duration_hours: hours } }: { of: Deployment }) =>
  status === 'running' || status === 'degraded' ? (
    <p className="small muted">
      {hours === null
        ? 'If its hub is silent for two minutes, it moves to another hub and keeps its id and endpoint. If its container ends, it is restarted; five ends within ten minutes are a failure.'
        : 'If its hub is silent, it waits for the hub for half an hour, because a job is never started twice. It is finished when its container ends.'}{' '}
      When the GPU-hours of the month are used, it is stopped.
    </p>
  ) : null

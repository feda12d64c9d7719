import { Panel } from '@service/ui/page.tsx'
import { useMay } from '@service/ui/session/session.ts'
import { State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import type { Story } from './model/query.ts'

const kinds = { succeeded: 'good', failed: 'bad', pending: 'moving' } as const

/** Where the story was announced. */
export function SentTo({ story: { announced, sample } }: { story: Story }) {
  const may = useMay()('webhooks:manage')
  return (
    <Panel>
      {announced.length === 0 ? (
        <p className="muted">
          {sample
            ? 'Alerts from sample data are not sent.'
            : 'Not sent to any webhook: none was registered for it then.'}
        </p>
      ) : (
        <ol className="alert-steps">
          {announced.map(({ webhookId, deliveryId, receiver, event, state, at }) => (
            <li key={deliveryId}>
              <span className="alert-line">
                {may ? (
                  <Link to="/webhooks/$webhookId/deliveries/{-$deliveryId}" params={{ webhookId, deliveryId }}>
                    {receiver}
                  </Link>
                ) : (
                  <span>{receiver}</span>
                )}
                <State kind={kinds[state]}>{state}</State>
              </span>
              <span className="small muted">
                {event} · <Time at={at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

import { Empty } from '@service/ui/notice.tsx'
import { counted } from '@service/ui/numbers.ts'
import { State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import type { Output } from '../api/api.ts'
import './overview.css'

const maxShown = 6

/** The stories that turned bad last, each by its gravest headline. */
export function StoryList({ alerts }: { alerts: Output<'listAlerts'>['alerts'] }) {
  if (alerts.length === 0) {
    return (
      <Empty title="No alerts">
        In the last seven days nothing was published that would raise an alert. What is watched are the subjects of the
        company.
      </Empty>
    )
  }
  return (
    <ul className="stories">
      {alerts.slice(0, maxShown).map(({ id, severity, title, source, story, detectedAt, alertCount = 1 }) => (
        <li key={id}>
          <div>
            <State kind={severity === 'critical' ? 'bad' : 'warn'}>{severity}</State>{' '}
            <span className="small muted">
              <Time at={detectedAt} form="ago" />
            </span>
          </div>
          <div className="story-title">
            <Link to="/alerts/$story" params={{ story }}>
              {title}
            </Link>
          </div>
          <div className="small muted">
            <bdi>{source}</bdi>
            {alertCount > 1 && ` and ${counted(alertCount - 1, 'more article')}`}
          </div>
        </li>
      ))}
    </ul>
  )
}

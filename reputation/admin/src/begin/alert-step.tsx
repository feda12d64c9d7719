import { State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import type { Output } from '../api/api.ts'
import { ScreenLink } from '../shell/shell.ts'
import { Step } from './step.tsx'

export const AlertStep = ({ alerts, hasNews }: { alerts: Output<'listAlerts'>['alerts']; hasNews: boolean }) => (
  <Step number={4} title="Your first alert" isDone={alerts.length > 0} isLater={!hasNews}>
    {alerts.length === 0 ? (
      <p className={hasNews ? undefined : 'muted'}>
        An alert is raised when a story about you becomes bad: a grave risk in one article, or bad news that spreads.
        There is nothing to set up. Articles older than two days raise none.
      </p>
    ) : (
      <>
        <ul className="step-list">
          {alerts.map(({ id, severity, title, source, detectedAt }) => (
            <li key={id}>
              <State kind={severity === 'critical' ? 'bad' : 'warn'}>{severity}</State> <bdi>{title}</bdi>{' '}
              <span className="small muted">
                <bdi>{source}</bdi>, <Time at={detectedAt} form="ago" />
              </span>
            </li>
          ))}
        </ul>
        <p>
          <ScreenLink to="/alerts">Go to your alerts</ScreenLink>
        </p>
      </>
    )}
  </Step>
)

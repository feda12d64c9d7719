import type { Live } from '@service/ui/api/api.ts'
import { account } from '@service/ui/app/app.ts'
import { LiveTile } from '@service/ui/live-tile.tsx'
import { formatChange, formatCount, formatShare } from '@service/ui/numbers.ts'
import { State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { type Output, useLive } from '../api/api.ts'

const maxRows = 200

export const ScoreTile = ({ live }: { live: Live<Output<'getReputation'>> }) => (
  <LiveTile
    title="Reputation score"
    to="/score"
    live={live}
    show={({ score }) => ({
      value: (
        <>
          {score.value.toFixed(1)} <small>of 100</small>
        </>
      ),
      note: (
        <>
          {score.change7d === null ? 'No score 7 days ago' : `${formatChange(score.change7d)} in 7 days`} · confidence{' '}
          {score.confidence}
        </>
      ),
    })}
  />
)

export function StoriesTile() {
  const live = useLive('listAlertStories', { query: { limit: 1 } })
  return (
    <LiveTile
      title="New stories with alerts"
      to="/alerts"
      live={live}
      show={({ counts: { new: fresh, critical, seen, assigned } }) => ({
        value: formatCount(fresh),
        note: (
          <>
            {critical > 0 && (
              <>
                <State kind="bad">{formatCount(critical)} critical</State> ·{' '}
              </>
            )}
            {formatCount(seen)} seen, {formatCount(assigned)} assigned
          </>
        ),
      })}
    />
  )
}

export function ScreeningsTile() {
  const live = useLive('listScreenings', { query: { clean: false, limit: maxRows } })
  return (
    <LiveTile
      title="Screenings with matches"
      to="/screening"
      live={live}
      show={({ screenings, nextCursor }) => {
        const [last] = screenings
        return {
          value: `${formatCount(screenings.length)}${nextCursor === null ? '' : '+'}`,
          note:
            last === undefined ? (
              'No name matched a list'
            ) : (
              <>
                last <Time at={last.screenedAt} form="ago" />
              </>
            ),
        }
      }}
    />
  )
}

export function QuotaTile() {
  const live = account.useLive('getCompany', {})
  return (
    <LiveTile
      title="Requests this month"
      to="/settings/quota"
      live={live}
      show={({ requestsUsed, monthlyQuota }) => ({
        value: formatCount(requestsUsed),
        note:
          requestsUsed > monthlyQuota * 0.8 ? (
            <State kind="warn">
              {formatShare(requestsUsed / monthlyQuota)} of {formatCount(monthlyQuota)}
            </State>
          ) : (
            `of ${formatCount(monthlyQuota)}`
          ),
      })}
    />
  )
}

import { Shown, Updated } from '../api/api.ts'
import { type AccountOutput, account } from '../app/app.ts'
import { formatCount, formatShare } from '../numbers.ts'
import { Facts, Page, Panel, Section, Tile, Tiles } from '../page.tsx'
import { useMay } from '../session/session.ts'
import { State } from '../state.tsx'
import { DailyUse } from './daily-use.tsx'

/** What a service says of its own about the quota. */
export type QuotaWords = {
  /** What counts, in a sentence or two. */
  note: string
  /** What costs more than one request: `['A batch', 'costs one for each name']`. */
  costs: readonly (readonly [string, string])[]
}

export function QuotaPage({ words }: { words: QuotaWords }) {
  const may = useMay()
  const live = account.useLive('getCompany', {})
  return (
    <Page title="Quota" note={words.note} actions={<Updated live={live} />}>
      <Shown live={live}>{(company) => <Use company={company} costs={words.costs} now={new Date()} />}</Shown>
      {may('keys:manage') && <DailyUse />}
    </Page>
  )
}

function Use({
  company: { monthlyQuota, requestsUsed, requestsPerMinute },
  costs,
  now,
}: {
  company: AccountOutput<'getCompany'>
  costs: QuotaWords['costs']
  now: Date
}) {
  const { passed, days } = monthOf(now)
  const expected = Math.round(requestsUsed / passed)
  return (
    <>
      <Tiles>
        <Tile
          title="Used this month"
          value={formatCount(requestsUsed)}
          note={`${formatShare(requestsUsed / Math.max(1, monthlyQuota))} of ${formatCount(monthlyQuota)}`}
        />
        <Tile
          title="Left"
          value={formatCount(Math.max(0, monthlyQuota - requestsUsed))}
          note={<Pace expected={expected} quota={monthlyQuota} />}
        />
        <Tile
          title="A minute"
          value={formatCount(requestsPerMinute)}
          note="for each key, five times as many for each person"
        />
      </Tiles>
      <Section title="How it is counted">
        <Panel>
          <meter
            className="quota-meter"
            aria-label="Used of the quota"
            min={0}
            max={monthlyQuota}
            value={Math.min(requestsUsed, monthlyQuota)}
          />
          <Facts
            facts={[
              ['Month', `${formatShare(passed)} of its ${days} days have passed (UTC). It begins again on the first.`],
              ['At this pace', `about ${formatCount(expected)} by its end`],
              ...costs,
              ['Refused and unchanged', 'responses other than 2xx, and 304, are given back'],
              ['Past the quota', '429 with the time from which on it goes on; an operator can raise it'],
            ]}
          />
        </Panel>
      </Section>
    </>
  )
}

const Pace = ({ expected, quota }: { expected: number; quota: number }) =>
  expected > quota ? <State kind="warn">not enough at this pace</State> : <State kind="good">enough at this pace</State>

/** How much of the month (UTC) has passed, from just above 0 to 1. */
function monthOf(now: Date): { passed: number; days: number } {
  const begin = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return { passed: Math.max(0.01, (now.getTime() - begin) / (end - begin)), days: (end - begin) / 86_400_000 }
}

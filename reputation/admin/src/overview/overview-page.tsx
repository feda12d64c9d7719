import { Shown, Updated } from '@service/ui/api/api.ts'
import { Notice } from '@service/ui/notice.tsx'
import { Page, Panel, Section, Tiles } from '@service/ui/page.tsx'
import { WebhooksTile } from '@service/ui/webhooks/webhook-health.tsx'
import { Link } from '@tanstack/react-router'
import { useLive } from '../api/api.ts'
import { ScoreChart } from '../score-chart/score-chart.ts'
import { useMay, useSession } from '../session/session.ts'
import { ScreenLink, useScreens } from '../shell/shell.ts'
import { StoryList } from './story-list.tsx'
import { QuotaTile, ScoreTile, ScreeningsTile, StoriesTile } from './tiles.tsx'

export function OverviewPage() {
  const { company } = useSession()
  const may = useMay()
  const exists = useScreens()
  const [readsScore, readsAlerts] = [may('reputation:read'), may('alerts:read')]
  const reputation = useLive('getReputation', {}, { enabled: readsScore })
  const alerts = useLive('listAlerts', { query: { group: 'story', limit: 200 } }, { enabled: readsAlerts })
  return (
    <Page title="Overview" note={company.name} actions={<Updated live={reputation} />}>
      {may('subjects:manage') && <BeginHere />}
      <Tiles>
        {readsScore && <ScoreTile live={reputation} />}
        {readsAlerts && <StoriesTile />}
        {may('screening:read') && <ScreeningsTile />}
        {may('webhooks:manage') && <WebhooksTile />}
        <QuotaTile />
      </Tiles>
      <div className="overview-columns">
        {readsScore && (reputation.data || reputation.error === null) && (
          <Section title="Score, last 30 days">
            <Panel>
              <Shown live={reputation}>
                {({ subject, score, history }) => (
                  <ScoreChart
                    name={subject.name}
                    value={score.value}
                    history={history.map((day) => ({ ...day, provisional: day.date === score.date }))}
                  />
                )}
              </Shown>
            </Panel>
          </Section>
        )}
        {readsAlerts && (
          <Section
            title="Stories, last 7 days"
            actions={exists('/alerts') && <ScreenLink to="/alerts">All alerts</ScreenLink>}
          >
            <Shown live={alerts}>{(page) => <StoryList alerts={page.alerts} />}</Shown>
          </Section>
        )}
      </div>
    </Page>
  )
}

/** For a company that is nobody in the news yet: nothing else here can show anything. */
function BeginHere() {
  const own = useLive('listSubjects', { query: { role: 'own' } })
  if (own.data?.subjects.length !== 0) return null
  return (
    <Notice
      kind="warn"
      actions={
        <Link className="button" data-kind="primary" to="/begin">
          Begin
        </Link>
      }
    >
      <strong>The company is not set up yet.</strong> A few steps lead from here to your first alert: who you are, and
      where news come from.
    </Notice>
  )
}

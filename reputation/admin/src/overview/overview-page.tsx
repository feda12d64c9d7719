import { Updated } from '@service/ui/api/api.ts'
import { Page, Panel, Section, Tiles } from '@service/ui/page.tsx'
import { useLive } from '../api/api.ts'
import { useMay, useSession } from '../session/session.ts'
import { ScoreChart } from './score-chart.tsx'
import { ScoreTile, ScreeningsTile, StoriesTile, WebhooksTile } from './tiles.tsx'

export function OverviewPage() {
  const { company } = useSession()
  const may = useMay()
  const readsScore = may('reputation:read')
  const reputation = useLive('getReputation', {}, { enabled: readsScore })
  return (
    <Page title="Overview" note={company.name} actions={<Updated live={reputation} />}>
      <Tiles>
        {readsScore && <ScoreTile live={reputation} />}
        {may('alerts:read') && <StoriesTile />}
        {may('screening:read') && <ScreeningsTile />}
        {may('webhooks:manage') && <WebhooksTile />}
      </Tiles>
      {reputation.data && (
        <Section title="Score, last 30 days">
          <Panel>
            <ScoreChart reputation={reputation.data} />
          </Panel>
        </Section>
      )}
    </Page>
  )
}

import { Empty } from '@service/ui/notice.tsx'
import { counted, formatCount } from '@service/ui/numbers.ts'
import { Facts, Panel, Section } from '@service/ui/page.tsx'
import { Against, CandidateTable, causeWords, PlacementChart } from '../candidates/candidates.ts'
import type { Deployment } from './model/status.tsx'

/** Why it runs where it does, as it was decided. */
export default function PlacementTab({ of: deployment }: { of: Deployment }) {
  const { placement, hub, carbon_aware: carbonAware } = deployment
  if (placement === null) {
    return (
      <Empty title="It has not been placed yet">
        The hubs that were considered, and the reason for the choice, appear here once it has been placed.
      </Empty>
    )
  }
  const { hubs, fitting, refused, candidates, cheapest } = placement
  const [best] = candidates
  const causes = Object.entries(refused).filter(([, count]) => count > 0)
  return (
    <>
      <Section title={`${counted(fitting, 'hub')} of ${formatCount(hubs)} eligible`}>
        {best !== undefined && (
          <Panel>
            <PlacementChart
              candidates={candidates}
              chosen={best.hub}
              cheapest={cheapest?.hub}
              carbonAware={carbonAware}
            />
            {best.hub !== hub && hub !== null && (
              <p className="small muted">
                It runs at {hub} now, where it went after {best.hub}.
              </p>
            )}
            {cheapest && <Against best={best} cheapest={cheapest} />}
          </Panel>
        )}
        <CandidateTable candidates={candidates} chosen={best?.hub ?? null} caption="Eligible hubs" />
      </Section>
      {causes.length > 0 && (
        <Section title="Why the others are not eligible">
          <Panel>
            <Facts
              facts={causes.map(([cause, count]) => [
                counted(count, 'hub'),
                count === 1 ? causeWords(cause) : `each ${causeWords(cause)}`,
              ])}
            />
          </Panel>
        </Section>
      )}
      {deployment.nodes.length > 0 && (
        <Section title="Nodes">
          <Panel>
            <Facts facts={deployment.nodes.map(({ name, gpus }) => [name, counted(gpus, 'GPU')])} />
          </Panel>
        </Section>
      )}
    </>
  )
}

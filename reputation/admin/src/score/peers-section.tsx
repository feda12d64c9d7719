import { Drawing, screenColours } from '@service/ui/chart.tsx'
import { formatShare } from '@service/ui/numbers.ts'
import { Panel, Section } from '@service/ui/page.tsx'
import { Badge } from '@service/ui/state.tsx'
import { Table } from '@service/ui/table.tsx'
import { dotInRow } from '@service/ui-charts/row-charts.ts'
import { ScreenLink } from '../shell/shell.ts'
import type { Explanation } from './model/words.ts'

export function PeersSection({ explanation: { peers } }: { explanation: Explanation }) {
  const rows = [...peers].sort((one, other) => (other.score ?? -1) - (one.score ?? -1))
  return (
    <Section title="Peers">
      {rows.length === 0 ? (
        <Panel>
          <p className="muted">
            No peers are followed, so there is no share of voice. Follow them under{' '}
            <ScreenLink to="/subjects">Subjects</ScreenLink>.
          </p>
        </Panel>
      ) : (
        <Table
          caption="The company and its peers, on the pillars that can be measured for all"
          captionHidden
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            {
              head: 'Company',
              cell: ({ name, isOwn }) => (
                <>
                  {name} {isOwn && <Badge>own</Badge>}
                </>
              ),
            },
            {
              head: 'Score',
              align: 'end',
              cell: ({ score }) => (score === null ? 'not measured' : score.toFixed(1)),
            },
            {
              head: '0 to 100',
              only: 'wide',
              cell: ({ score, isOwn }) =>
                score !== null && (
                  <span className="score-bar">
                    <Drawing
                      chart={dotInRow(score, { title: '', width: 260, max: 100, isOwn, colours: screenColours })}
                    />
                  </span>
                ),
            },
            { head: 'Share of voice', align: 'end', cell: ({ share }) => (share === null ? '' : formatShare(share)) },
            { head: 'Voice', align: 'end', only: 'wide', nowrap: true, cell: ({ voice }) => voice.toFixed(1) },
          ]}
          foot={
            <span>
              Each computed as if it were your company and all others its peers, without AI visibility. Voice: what is
              written without alarm in 30 days.
            </span>
          }
        />
      )}
    </Section>
  )
}

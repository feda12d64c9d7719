import { Drawing, screenColours } from '@service/ui/chart.tsx'
import { formatChange, formatCount } from '@service/ui/numbers.ts'
import { type Column, Table } from '@service/ui/table.tsx'
import { gotOfCouldInRow } from '@service/ui-charts/row-charts.ts'
import { Link } from '@tanstack/react-router'
import { readScoreSearch, type ScoreSearch } from './model/search.ts'
import { type ExplainedPillar, type Explanation, pillarWords, reasonWords } from './model/words.ts'

export function PillarTable({ explanation, current }: { explanation: Explanation; current: string | undefined }) {
  const { pillars, value, change } = explanation
  const max = Math.max(...pillars.map(({ could }) => could))
  const rows = [...pillars].sort((one, other) => other.could - one.could)
  return (
    <Table
      caption="Pillars of the score"
      captionHidden
      rows={rows}
      keyOf={({ pillar }) => pillar}
      current={current}
      columns={columnsOf(max)}
      foot={
        <span>
          Total {value.toFixed(1)} of 100
          {change !== null && `, a change of ${formatChange(change)}`}. A pillar that is not measured has no weight.
        </span>
      }
    />
  )
}

const pillarOf = (pillar: string): ScoreSearch => readScoreSearch({ pillar })

const columnsOf = (max: number): readonly Column<ExplainedPillar>[] => [
  {
    head: 'Pillar',
    nowrap: true,
    cell: ({ pillar }) => (
      <Link to="/score" search={(before) => ({ ...before, ...pillarOf(pillar) })} resetScroll={false}>
        {pillarWords(pillar)}
      </Link>
    ),
  },
  {
    head: 'Points of maximum',
    align: 'end',
    nowrap: true,
    cell: ({ got, could, score }) => (score === null ? 'not measured' : `${got.toFixed(1)} of ${could.toFixed(1)}`),
  },
  {
    head: 'Points',
    only: 'wide',
    cell: ({ got, could, score, reason }) =>
      score === null ? (
        <span className="muted">{reasonWords(reason)}</span>
      ) : (
        <span className="score-bar">
          <Drawing chart={gotOfCouldInRow({ got, could }, { title: '', width: 260, max, colours: screenColours })} />
        </span>
      ),
  },
  {
    head: 'Score',
    align: 'end',
    only: 'wide',
    nowrap: true,
    cell: ({ score, status }) =>
      score === null ? 'not measured' : `${score.toFixed(1)}${status === 'estimated' ? ' (estimated)' : ''}`,
  },
  { head: 'Change', align: 'end', cell: ({ change }) => (change === null ? '' : formatChange(change)) },
  { head: 'From', align: 'end', only: 'wide', nowrap: true, cell: ({ sampleSize }) => formatCount(sampleSize) },
]

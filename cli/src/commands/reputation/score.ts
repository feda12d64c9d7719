import type { ReputationScore } from '../../services/services.ts'
import { type Column, chartLines, styled, type Words, words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'

type Pillar = ReputationScore['pillars'][number]

const columns: readonly Column<Pillar>[] = [
  { title: 'PILLAR', cell: ({ pillar }) => pillar.replaceAll('_', ' ') },
  { title: 'SCORE', cell: ({ score }) => (score === null ? 'none' : score.toFixed(1)), align: 'right' },
  { title: 'WEIGHT', cell: ({ weight }) => weight.toFixed(1), align: 'right', dispensable: 2 },
  { title: 'POINTS', cell: ({ contribution }) => contribution.toFixed(1), align: 'right', dispensable: 1 },
  { title: '7 DAYS', cell: ({ change7d }) => change(change7d), align: 'right', dispensable: 3 },
  {
    title: 'NOTE',
    cell: ({ reason, status }) => reason ?? (status === 'estimated' ? status : ''),
    flexible: true,
    dispensable: 4,
  },
]

export const command: Command = {
  summary: 'Show the reputation score, what it is made of, and the last 30 days',
  usage: '[options]',
  examples: [
    ['score', 'now'],
    ['score -q', 'the number alone'],
    ["score --json | jq '.pillars[] | [.pillar, .contribution]'", 'for a script'],
  ],
  details: 'Needs the key of the reputation service: svc login --reputation.',
  async run({ output, reputation, terminal }) {
    const result = await (await reputation()).score()
    if (output.isJson) return output.json(result)
    const { score, subject, pillars, history } = result
    if (!score) return output.note(words`There is no score yet: it needs a subject and its news.`)
    if (output.isQuiet) return output.line(words`${score.value}`)
    const about = subject ? ` for ${subject.name}` : ''
    output.line(
      words`${styled('bold', score.value.toFixed(1))} of 100${about} on ${score.date}, confidence ${score.confidence}`,
    )
    output.line(words`${change(score.change7d)} in 7 days, ${change(score.change30d)} in 30`)
    output.line(words``)
    output.table(pillars, columns)
    const { stdout, isUnicode } = terminal
    if (stdout.isTerminal && history.length > 1) {
      output.line(words``)
      const points = history.map(({ date, score: value }) => ({ value, label: date.slice(5) }))
      output.lines(chartLines(points, { columns: stdout.columns, isUnicode, unit: 'score by day' }))
    }
  },
}

function change(points: number | null): string | Words {
  if (points === null) return 'unknown'
  const text = `${points > 0 ? '+' : ''}${points.toFixed(1)}`
  return styled(points < 0 ? 'red' : points > 0 ? 'green' : undefined, text)
}

import type { Alert } from '../../services/services.ts'
import { type Column, styled, words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { minute } from '../format.ts'

const columns: readonly Column<Alert>[] = [
  { title: 'SEVERITY', cell: ({ severity }) => styled(severity === 'critical' ? 'red' : 'yellow', severity) },
  { title: 'DETECTED', cell: ({ detectedAt }) => minute(detectedAt), dispensable: 2 },
  { title: 'TITLE', cell: ({ title }) => title, flexible: true },
  { title: 'SOURCE', cell: ({ source }) => source, flexible: true, dispensable: 3 },
  { title: 'TONE', cell: ({ sentimentScore }) => sentimentScore.toFixed(2), align: 'right', dispensable: 4 },
  { title: 'ABOUT', cell: ({ subject }) => subject.name, flexible: true, dispensable: 5 },
]

export const command: Command = {
  summary: 'List alerts of the last seven days, the newest first',
  usage: '[options]',
  examples: [
    ['alerts', 'the last fifty'],
    ['alerts --severity critical --by-story', 'the critical ones, one for each story'],
    ['alerts --since 2026-11-20 --urls', 'since a day, with the links to the articles'],
    ['alerts --json', 'as the API has them'],
  ],
  options: [
    { name: 'severity', value: 'SEVERITY', help: 'Only critical or high', choices: ['critical', 'high'] },
    { name: 'since', value: 'TIME', help: 'Only those detected since: ISO 8601 or a day' },
    { name: 'by-story', help: 'One alert of each story' },
    { name: 'limit', short: 'n', value: 'N', help: 'At most so many: 1 to 200; 50 unless given' },
    { name: 'urls', help: 'Print the link to the article below each' },
  ],
  details: 'Needs the key of the reputation service: svc login --reputation.',
  async run({ input, output, reputation }) {
    const page = await (await reputation()).alerts({
      severity: input.text('severity'),
      since: input.text('since'),
      group: input.has('by-story') ? 'story' : undefined,
      limit: input.wholeNumber('limit', { min: 1, max: 200 }),
    })
    if (output.isJson) return output.json(page)
    const { alerts, nextCursor } = page
    if (output.isQuiet) return output.lines(alerts.map(({ id }) => words`${id}`))
    if (alerts.length === 0) return output.note(words`There are no alerts.`)
    if (input.has('urls')) {
      for (const alert of alerts) {
        output.line(words`${styled(alert.severity === 'critical' ? 'red' : 'yellow', alert.severity)}  ${alert.title}`)
        output.line(words`  ${alert.url}`)
      }
    } else output.table(alerts, columns)
    if (nextCursor) output.note(words`There are more: --limit 200, or --since.`)
  },
}

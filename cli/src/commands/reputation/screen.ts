import type { Match, NearMatch } from '../../services/services.ts'
import { type Column, styled, type Words, words } from '../../terminal/terminal.ts'
import type { Command } from '../command.ts'
import { plural } from '../format.ts'

const columns: readonly Column<Match>[] = [
  { title: 'LIKE', cell: ({ similarity }) => `${(similarity * 100).toFixed(0)} %`, align: 'right' },
  { title: 'LIST', cell: ({ list }) => list },
  { title: 'NAME', cell: ({ name }) => name, flexible: true },
  { title: 'TYPE', cell: ({ type }) => type, dispensable: 3 },
  { title: 'BORN', cell: ({ datesOfBirth }) => datesOfBirth.join(', '), flexible: true, dispensable: 4 },
  { title: 'COUNTRY', cell: ({ countries }) => countries.join(', '), flexible: true, dispensable: 5 },
  { title: 'ID', cell: ({ entityId }) => entityId, dispensable: 2 },
  { title: 'PROGRAMS', cell: ({ programs }) => programs.join(', '), flexible: true, dispensable: 6 },
]

export const command: Command = {
  summary: 'Screen a name against the sanctions lists of OFAC, the EU and the UN',
  usage: 'NAME [options]',
  examples: [
    ['screen "Nikolas Maduro Moros"', 'a name'],
    ['screen "Maduro, Nicolas" --type individual --date-of-birth 1962-11-23 --country VE', 'with what else is known'],
    ['screen "Example Ltd" --why', 'what speaks for each match'],
    ['screen "Example Ltd" --json | jq .clean', 'for a script'],
  ],
  options: [
    {
      name: 'type',
      value: 'TYPE',
      help: 'Only listed parties of this type',
      choices: ['individual', 'entity', 'vessel', 'aircraft'],
    },
    { name: 'date-of-birth', value: 'DATE', help: '1962, 1962-11 or 1962-11-23' },
    { name: 'country', value: 'CC', help: 'Two letters' },
    { name: 'threshold', value: 'SHARE', help: 'The least similarity of a match, from 0 to 1; 0.86 unless given' },
    { name: 'reference', value: 'ID', help: 'Your own id of the party, which verdicts hold for' },
    { name: 'limit', short: 'n', value: 'N', help: 'At most so many matches; 50 unless given' },
    { name: 'why', help: 'What speaks for and against each match' },
  ],
  details:
    'Needs the key of the reputation service: svc login --reputation. The screening is recorded there, and its id is printed.',
  takes: [1, 1],
  async run({ input, output, reputation }) {
    const screening = await (await reputation()).screen({
      name: input.first,
      type: input.text('type'),
      dateOfBirth: input.text('date-of-birth'),
      country: input.text('country'),
      threshold: input.number('threshold', { min: 0, max: 1 }),
      reference: input.text('reference'),
      limit: input.wholeNumber('limit', { min: 1, max: 200 }),
    })
    if (output.isJson) return output.json(screening)
    const { matches, near, suppressed, lists, screeningId, clean } = screening
    if (output.isQuiet) return output.lines(matches.map(({ entityId }) => words`${entityId}`))
    output.line(
      clean
        ? words`${styled('green', 'No match')} for ${screening.query}`
        : words`${styled('red', plural(matches.length, 'match', 'matches'))} for ${screening.query}${screening.moreMatches ? ', and more' : ''}`,
    )
    if (matches.length > 0) output.table(matches, columns)
    if (input.has('why')) output.lines(matches.flatMap(reasons))
    if (near.length > 0) {
      output.line(words``)
      output.line(styled('bold', 'Near, for a person to decide'))
      output.table(near, columns)
      if (input.has('why')) output.lines(near.flatMap(nearReasons))
    }
    if (suppressed.length > 0)
      output.note(words`${plural(suppressed.length, 'entry is', 'entries are')} silenced by a verdict.`)
    const names = lists.map((one) => `${one.list}${one.sample ? ' (sample)' : ''}${one.stale ? ' (stale)' : ''}`)
    output.note(words`Screening ${screeningId}, against ${names.join(', ')}.`)
  },
}

const reasons = ({ name, explanation }: Match): Words[] => [
  words``,
  styled('bold', name),
  ...explanation.map(({ sentence }) => words`  ${sentence}`),
]

const nearReasons = (near: NearMatch): Words[] => [...reasons(near), words`  ${near.sentence}`]

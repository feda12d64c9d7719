/** Screening as agents are offered it. Verdicts stay with people: there is no tool that gives one. */
import type { Tool } from '@service/foundation/mcp/mcp.ts'
import type { BatchResponse, Match, NearMatch, RecordDetail, Replay, Screening } from './responses.ts'

const screeningId = 'The id of a screening, such as scr_01kd….'

export const screenNameTool: Tool = {
  name: 'screen_name',
  title: 'Screen a name',
  description:
    'Compares a person or organisation with the OFAC, EU and UN sanctions lists. Records the screening. A match is a similar ' +
    'name, not a finding: a person decides.',
  effect: 'adds',
  takes: {
    name: 'In any script; a comma means that the family name comes first.',
    type: true,
    dateOfBirth: '1962, 1962-04 or 1962-04-17.',
    country: 'ISO 3166-1 alpha-2.',
    reference: 'Your own id of the party.',
    threshold: 'The least similarity of a match.',
  },
  always: { limit: 20 },
  says: screeningInWords,
}

export const screenNamesTool: Tool = {
  name: 'screen_names',
  title: 'Screen several names',
  description:
    'Screens up to 50 names as `screen_name` does, on the same versions of the lists. Each costs one request.',
  effect: 'adds',
  takes: {
    names: { description: 'Names, or objects with name, type, dateOfBirth, country, reference.', maxItems: 50 },
  },
  always: { limit: 5 },
  says: ({ screenings }: BatchResponse) => screenings.map(screeningInWords).join(' '),
}

export const getScreeningTool: Tool = {
  name: 'get_screening',
  title: 'Get a screening',
  description: 'Reads a recorded screening: who was screened, when, on which lists, with which matches.',
  effect: 'reads',
  takes: { screeningId },
  says: ({ query, screenedAt, clean, matches, near }: RecordDetail) =>
    `${quoted(query)} was screened at ${screenedAt}: ` +
    `${clean ? 'no match' : `${matches?.length ?? 0} matches`}, ${near?.length ?? 0} near below the threshold.`,
}

export const replayScreeningTool: Tool = {
  name: 'replay_screening',
  title: 'Replay a screening',
  description: 'Screens a recorded name again on the lists of that day, to see whether the result can be reproduced.',
  effect: 'reads',
  takes: { screeningId },
  says: ({ identical, differences, engineVersion }: Replay) =>
    identical
      ? `The result is the same, with engine ${engineVersion.now}.`
      : `${differences.length} entries differ: recorded with engine ${engineVersion.recorded}, now ${engineVersion.now}.`,
}

function screeningInWords({
  query,
  clean,
  matches,
  near,
  suppressed,
  lists,
  threshold,
  moreMatches,
}: Screening): string {
  const searched = lists.map(({ list, stale, sample }) => list + (sample ? ' (old sample)' : stale ? ' (stale)' : ''))
  const sentences = [
    clean
      ? `${quoted(query)} matches nobody on ${searched.join(', ')} at ${threshold} or more.`
      : `${quoted(query)} matches ${matches.length}${moreMatches ? ' or more' : ''} entries on ${searched.join(', ')}.`,
    ...matches.slice(0, 3).map(matchInWords),
    ...near.slice(0, 3).map(nearInWords),
  ]
  if (suppressed.length > 0) sentences.push(`${suppressed.length} entries are silenced by earlier verdicts of people.`)
  return sentences.join(' ')
}

const matchInWords = ({ list, name, similarity, explanation, verdict }: Match): string =>
  `${list} lists ${quoted(name)}, similarity ${similarity}: ${explanation.map(({ sentence }) => sentence).join(' ')}` +
  (verdict ? ` A person decided: ${verdict.verdict}.` : '')

const nearInWords = ({ list, name, similarity, sentence }: NearMatch): string =>
  `Near: ${list} lists ${quoted(name)}, similarity ${similarity}. ${sentence}`

const quoted = (name: string | null): string => (name === null ? 'An erased name' : JSON.stringify(name))

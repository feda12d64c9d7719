/** Response schemas of screenings, their records and verdicts. */
import { described } from '@service/foundation/http/document-components.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { entryTypes } from '@service/reputation-domain/lists/model/entry.ts'
import { findingRules, maxNear, nearReasons } from '@service/reputation-domain/matching/matching.ts'
import Type from 'typebox'
import { SanctionsList } from '../lists/model/sanctions-list.ts'
import { verdictWords } from './model/verdict.ts'

/** The enums that requests and responses share. */
export const EntryType = stringEnum(entryTypes, { title: 'EntryType', description: 'What is listed.' })
export const VerdictValue = stringEnum(verdictWords, {
  title: 'VerdictValue',
  description: '`true-match`: the screened party is the listed one. `false-match`: it only has a similar name.',
})

export const similarity = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'How likely it is that both are the same party, from 0 to 1: 1 for a name exactly as it is listed.',
  examples: [0.9514],
})

const rulesInWords = findingRules.map(({ rule, means }) => `\`${rule}\`: ${means}`).join(' ')

const Finding = Type.Object(
  {
    rule: Type.String({
      description: `What was found: a stable code for programs. New codes may be added. ${rulesInWords}`,
      examples: ['spelling'],
    }),
    query: Type.Optional(Type.String({ description: 'The part of the screened party.', examples: ['nikolas'] })),
    listed: Type.Optional(Type.String({ description: 'The part of the listed one.', examples: ['nicolas'] })),
    similarity: Type.Optional(Type.Number({ description: 'How similar both parts are, from 0 to 1.' })),
    weight: Type.Optional(Type.Number({ description: 'The weight of this finding in the score.' })),
    counts: Type.Optional(
      Type.Number({
        description:
          'What it counts in the score. Of words that agree, the part of their weight that their similarity leaves; of words in one name only, what they add to the weight that agreement is measured against. The similarity is the sum of the first, divided by the weight of these words and the sum of the others, times all factors.',
      }),
    ),
    factor: Type.Optional(Type.Number({ description: 'A factor that the score was multiplied by.' })),
    sentence: Type.String({
      description: 'The finding in words, for a file. The wording may change; programs go by `rule`.',
      examples: ["'Nikolas' is a spelling of 'Nicolas'."],
    }),
  },
  { title: 'Finding' },
)

const Identifier = Type.Object(
  {
    kind: Type.String({ examples: ['passport'] }),
    value: Type.String({ examples: ['A1234567'] }),
    country: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2.' })),
  },
  { title: 'Identifier' },
)

export const CurrentVerdict = Type.Object(
  {
    verdictId: Type.String({ examples: ['vrd_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    verdict: VerdictValue,
    note: nullable(Type.String()),
    reviewer: nullable(Type.String()),
    givenAt: Instant('When it was given.'),
  },
  {
    title: 'CurrentVerdict',
    description: 'The newest verdict of your company on this entry, for the reference or the screened name.',
  },
)

const matched = {
  list: described(SanctionsList, 'The list that the match comes from.'),
  name: Type.String({ description: 'The listed name or alias that matched.', examples: ['MADURO MOROS, Nicolas'] }),
  similarity,
  primaryName: Type.String({ description: 'The primary name of the entry.', examples: ['MADURO MOROS, Nicolas'] }),
  entityId: Type.String({
    description: "The list and the authority's id of the entry: the same in every version of the list.",
    examples: ['OFAC:22790'],
  }),
  subjectId: Type.String({ description: 'Shared by the entries of one subject on several lists.' }),
  type: EntryType,
}

const match = {
  ...matched,
  aliasStrength: stringEnum(['strong', 'weak'], {
    title: 'AliasStrength',
    description: "The authority's judgement of the name that matched: a weak one is a nickname or very common.",
  }),
  programs: Type.Array(Type.String(), { description: 'Sanctions programmes.', examples: [['VENEZUELA']] }),
  datesOfBirth: Type.Array(Type.String(), {
    description: 'EDTF: `1962`, `1962-11-23`, `1962~` (about), `1950/1955` (between).',
    examples: [['1962-11-23']],
  }),
  countries: Type.Array(Type.String(), { description: 'ISO 3166-1 alpha-2.', examples: [['VE']] }),
  identifiers: Type.Array(Identifier),
  explanation: Type.Array(Finding, { description: 'The findings that make up the similarity, in order.' }),
  verdict: Type.Optional(CurrentVerdict),
}

export const Match = Type.Object(match, { title: 'Match' })
export type Match = Type.Static<typeof Match>

const NearReason = stringEnum(nearReasons, {
  title: 'NearReason',
  description:
    'Why it is shown: `date-of-birth` or `country`: the name matches, but the date of birth or the country conflicts. `initial`: a word and an initial agree. `one-word`: one word agrees. `similar`: the name is similar, but not enough.',
})
const reason = NearReason

export const NearMatch = Type.Object(
  {
    ...match,
    reason,
    sentence: Type.String({
      description: 'The reason in words, for a file.',
      examples: ['The name matches. The date of birth 1980 conflicts with the listed 1962-11-23.'],
    }),
  },
  { title: 'NearMatch' },
)
export type NearMatch = Type.Static<typeof NearMatch>

const ListUsed = Type.Object(
  {
    list: SanctionsList,
    publishedAt: nullable(Instant('The publication date of the list; null if it has none.')),
    fetchedAt: Instant('When the list was last checked at its source.'),
    entries: Type.Integer({ description: 'How many parties are listed.' }),
    stale: Type.Boolean({ description: 'Whether the last refresh failed, or is more than two days old.' }),
    sample: Type.Optional(
      Type.Boolean({ description: 'True for the bundled sample, which is old and only for trials.' }),
    ),
  },
  { title: 'ScreenedList' },
)
export type ListUsed = Type.Static<typeof ListUsed>

export const screeningId = Type.String({
  description: 'The id of the record of this screening.',
  examples: ['scr_01kd3f9n8x4s6t2v7w0y5z1a3b'],
})

const screening = {
  query: Type.String({ description: 'The name as it was screened.', examples: ['Nikolas Maduro Moros'] }),
  threshold: Type.Number({ description: 'The least similarity of a match.', examples: [0.86] }),
  clean: Type.Boolean({
    description:
      'True if `matches` is empty: no listed name reached the threshold, apart from those that are suppressed. Look at `near` too.',
  }),
  matches: Type.Array(Match, { description: 'One per entry of a list, the most similar first.' }),
  moreMatches: Type.Boolean({ description: 'Whether there were more matches than `limit`.' }),
  near: Type.Array(NearMatch, {
    maxItems: maxNear,
    description:
      'Listed parties below the threshold that deserve a look, the most similar first: the surname alone is that of a listed person, the date of birth conflicts, or the name is nearly similar enough.',
  }),
  suppressed: Type.Array(Match, {
    description:
      'Entries that the verdict `false-match` on the same `reference` suppresses, until their names, dates of birth or programmes change.',
  }),
  lists: Type.Array(ListUsed, { description: 'The lists that were searched.' }),
  screeningId,
  reference: Type.Optional(Type.String({ description: 'As it was given.' })),
}

export const Screening = Type.Object(screening, { title: 'Screening' })
export type Screening = Type.Static<typeof Screening>

export const BatchResponse = Type.Object(
  {
    screenings: Type.Array(Screening, { description: 'In the order of the names.' }),
  },
  { title: 'ScreeningBatch' },
)
export type BatchResponse = Type.Static<typeof BatchResponse>

export const VerdictResponse = Type.Object(
  {
    verdictId: Type.String({ examples: ['vrd_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    entityId: matched.entityId,
    name: nullable(Type.String({ description: 'The screened name; null once it was erased.' })),
    verdict: VerdictValue,
    note: nullable(Type.String()),
    reviewer: nullable(Type.String({ description: 'Who decided, as stated by the caller.' })),
    keyId: nullable(
      Type.String({ description: 'The API key that the verdict was given with; null if a person gave it.' }),
    ),
    actor: Type.String({
      description: 'Who gave it: `key:` or `user:` and the id.',
      examples: ['key:key_01kd3f9n8x4s6t2v7w0y5z1a3b'],
    }),
    actorName: nullable(Type.String({ description: 'The name of that person or key, where it is known.' })),
    screeningId,
    givenAt: Instant('When it was given.'),
    forReference: Type.Boolean({
      description: 'Whether it holds for the `reference` of the screening; else for its name alone.',
    }),
    withdrawnAt: nullable(Instant('When it was withdrawn.')),
    withdrawnBy: nullable(Type.String({ description: 'Who withdrew it: `key:` or `user:` and the id.' })),
  },
  { title: 'Verdict' },
)
export type VerdictResponse = Type.Static<typeof VerdictResponse>

const actorName = nullable(Type.String({ description: 'The name of that person or key, where it is known.' }))

const recorded = {
  screeningId,
  screenedAt: Instant('When the name was screened.'),
  keyId: nullable(Type.String({ description: 'The API key that screened; null if a person did.' })),
  actor: Type.String({
    description: 'Who screened: `key:` or `user:` and the id.',
    examples: ['user:usr_01kd3f9n8x4s6t2v7w0y5z1a3b'],
  }),
  query: nullable(Type.String({ description: 'The name as it was screened; null once it was erased.' })),
  clean: Type.Boolean({ description: 'True if there was no match, apart from suppressed ones.' }),
  engineVersion: Type.String({ description: 'The version of the matcher.' }),
  legalHold: Type.Boolean({ description: 'Whether it is kept from erasure and pruning.' }),
  redactedAt: nullable(Instant('When personal data was erased from it.')),
}

const summary = {
  ...recorded,
  matchCount: nullable(Type.Integer({ description: 'How many matches were returned.' })),
}

export const RecordSummary = Type.Object(summary, { title: 'ScreeningSummary' })

export const BestMatch = Type.Object({ list: SanctionsList, name: matched.name, similarity }, { title: 'BestMatch' })

export const FoundSummary = Type.Object(
  {
    ...summary,
    reference: nullable(Type.String({ description: 'As it was given; null where there was none.' })),
    best: Type.Union([BestMatch, Type.Null()], { description: 'The most similar match; null where there is none.' }),
    undecided: Type.Integer({ description: 'How many of its matches have no verdict.' }),
    trueMatches: Type.Integer({ description: 'How many entries that it shows are decided to be the party.' }),
    falseMatches: Type.Integer({ description: 'How many are decided to be somebody else.' }),
  },
  { title: 'FoundScreening' },
)

export const Parameters = Type.Object(
  {
    threshold: Type.Number(),
    limit: Type.Integer(),
    type: Type.Optional(EntryType),
    lists: Type.Optional(Type.Array(SanctionsList)),
    dateOfBirth: Type.Optional(Type.String()),
    country: Type.Optional(Type.String()),
    reference: Type.Optional(Type.String()),
  },
  { title: 'ScreeningParameters' },
)

export const RecordedMatch = Type.Object(matched, { title: 'RecordedMatch' })

export const ListVersionUsed = Type.Object(
  {
    list: SanctionsList,
    versionId: Type.String({ description: 'The id of the version of the list.' }),
    publishedAt: nullable(Instant('The publication date of the version.')),
    fetchedAt: Instant('When this version was first fetched.'),
    entries: Type.Integer(),
    sample: Type.Optional(Type.Boolean()),
  },
  { title: 'ListVersion' },
)

export const RecordDetail = Type.Object(
  {
    ...recorded,
    actorName,
    requestId: Type.String(),
    parameters: Type.Union([Parameters, Type.Null()]),
    matches: Type.Union([Type.Array(RecordedMatch), Type.Null()], {
      description: 'As they were returned, the most similar first; null once they were erased.',
    }),
    moreMatches: Type.Boolean(),
    near: Type.Union([Type.Array(Type.Object({ ...matched, reason }, { title: 'RecordedNearMatch' })), Type.Null()], {
      description: 'As they were returned; null once they were erased, and in records of before there were any.',
    }),
    suppressed: Type.Union(
      [
        Type.Array(
          Type.Object(
            { ...matched, verdictId: Type.String({ description: 'The verdict that suppressed it.' }) },
            { title: 'SuppressedMatch' },
          ),
        ),
        Type.Null(),
      ],
      { description: 'As they were returned; null once they were erased.' },
    ),
    lists: Type.Array(ListVersionUsed, { description: 'The versions of the lists that were searched.' }),
  },
  { title: 'ScreeningRecord' },
)
export type RecordDetail = Type.Static<typeof RecordDetail>

const ReplayedMatch = Type.Object({ name: Type.String(), similarity, rank: Type.Integer() }, { title: 'ReplayedMatch' })

const ReplayDifference = Type.Object(
  {
    entityId: matched.entityId,
    recorded: Type.Union([ReplayedMatch, Type.Null()]),
    now: Type.Union([ReplayedMatch, Type.Null()]),
  },
  { title: 'ReplayDifference' },
)

export const EngineVersions = Type.Object(
  {
    recorded: Type.String(),
    now: Type.String({ description: 'Under the same version, a replay is always identical.' }),
  },
  { title: 'EngineVersions' },
)

export const Replay = Type.Object(
  {
    screeningId,
    identical: Type.Boolean({ description: 'The same matches with the same similarities in the same order.' }),
    engineVersion: EngineVersions,
    differences: Type.Array(ReplayDifference, {
      description: 'Every entry whose match differs; null where it does not match. Ranks count from 1.',
    }),
    near: Type.Union(
      [
        Type.Object(
          {
            identical: Type.Boolean({ description: 'The same entries near below the threshold.' }),
            differences: Type.Array(ReplayDifference),
          },
          { title: 'NearReplay' },
        ),
        Type.Null(),
      ],
      { description: 'The same for `near`; null for records that are older than this field.' },
    ),
  },
  { title: 'Replay' },
)
export type Replay = Type.Static<typeof Replay>

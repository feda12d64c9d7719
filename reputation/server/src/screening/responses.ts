/** The words of an answer, as the API document shows them. */
import { nullable } from '@service/foundation/http/nullable.ts'
import { stringEnum } from '@service/foundation/http/string-enum.ts'
import { entryTypes, listIds } from '@service/reputation-domain/lists/model/entry.ts'
import Type from 'typebox'
import { verdictWords } from './model/verdict.ts'

const instant = (description: string) =>
  Type.String({ description: `${description} ISO 8601, UTC.`, examples: ['2026-11-20T09:30:00.000Z'] })

export const similarity = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'How much speaks for the two being the same party: 1 for a listed name as it is listed.',
  examples: [0.9514],
})

const Finding = Type.Object(
  {
    rule: Type.String({ description: 'What was found, a stable word for programs.', examples: ['spelling'] }),
    query: Type.Optional(
      Type.String({ description: 'The part of the screened name it speaks of.', examples: ['nikolas'] }),
    ),
    listed: Type.Optional(Type.String({ description: 'The part of the listed name.', examples: ['nicolas'] })),
    similarity: Type.Optional(Type.Number({ description: 'How alike the two parts are, from 0 to 1.' })),
    weight: Type.Optional(Type.Number({ description: 'The share of the name that rests on this finding.' })),
    factor: Type.Optional(Type.Number({ description: 'What the score was multiplied by.' })),
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

const CurrentVerdict = Type.Object(
  {
    verdictId: Type.String({ examples: ['vrd_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    verdict: stringEnum(verdictWords),
    note: nullable(Type.String()),
    reviewer: nullable(Type.String()),
    givenAt: instant('When it was given.'),
  },
  { title: 'CurrentVerdict', description: 'The newest verdict of your company on this entry and the screened name.' },
)

const matched = {
  list: stringEnum(listIds, { description: 'The list the match comes from.' }),
  name: Type.String({ description: 'The listed name or alias that matched.', examples: ['MADURO MOROS, Nicolas'] }),
  similarity,
  primaryName: Type.String({ description: 'The name the entry is listed under.', examples: ['MADURO MOROS, Nicolas'] }),
  entityId: Type.String({
    description: "The list and the authority's own id of the entry; the same in every version of the list.",
    examples: ['OFAC:22790'],
  }),
  subjectId: Type.String({ description: 'Shared by the entries of one subject on several lists.' }),
  type: stringEnum(entryTypes, { description: 'What is listed.' }),
}

export const Match = Type.Object(
  {
    ...matched,
    aliasStrength: stringEnum(['strong', 'weak'], {
      description: "The authority's own judgement of the name that matched; a weak one is a nickname or very common.",
    }),
    programs: Type.Array(Type.String(), { description: 'Sanctions programmes.', examples: [['VENEZUELA']] }),
    datesOfBirth: Type.Array(Type.String(), {
      description: 'EDTF: `1962`, `1962-11-23`, `1962~` (about), `1950/1955` (between).',
      examples: [['1962-11-23']],
    }),
    countries: Type.Array(Type.String(), { description: 'ISO 3166-1 alpha-2.', examples: [['VE']] }),
    identifiers: Type.Array(Identifier),
    explanation: Type.Array(Finding, { description: 'The steps that the similarity follows from, in their order.' }),
    verdict: Type.Optional(CurrentVerdict),
  },
  { title: 'ScreeningMatch' },
)
export type Match = Type.Static<typeof Match>

const ListUsed = Type.Object(
  {
    list: stringEnum(listIds),
    publishedAt: nullable(instant('The date that the list bears; null where it bears none.')),
    fetchedAt: instant('When the list was last seen at its source.'),
    entries: Type.Integer(),
    stale: Type.Boolean({ description: 'The last refresh failed, or there has been none for two days.' }),
    sample: Type.Optional(
      Type.Boolean({ description: 'The bundled sample, which is old: for trying things out only.' }),
    ),
  },
  { title: 'ListUsed' },
)
export type ListUsed = Type.Static<typeof ListUsed>

const screeningId = Type.String({
  description: 'The id of the record of this screening.',
  examples: ['scr_01kd3f9n8x4s6t2v7w0y5z1a3b'],
})

const answer = {
  query: Type.String({ description: 'The name as it was screened.', examples: ['Nikolas Maduro Moros'] }),
  threshold: Type.Number({ description: 'The similarity from which a listed name was a match.', examples: [0.86] }),
  clean: Type.Boolean({ description: 'No listed name reached the threshold.' }),
  matches: Type.Array(Match, { description: 'One per entry of a list, the most similar first.' }),
  moreMatches: Type.Boolean({ description: 'There are more than `limit` allowed to show.' }),
  lists: Type.Array(ListUsed, { description: 'The lists that were searched.' }),
  screeningId,
}

export const Screening = Type.Object(answer, { title: 'Screening' })
export type Screening = Type.Static<typeof Screening>

const reference = Type.Optional(Type.String({ description: 'As it was given.' }))
export const BatchResponse = Type.Object(
  { screenings: Type.Array(Type.Object({ ...answer, reference }), { description: 'In the order of the names.' }) },
  { title: 'ScreeningBatch' },
)
export type BatchResponse = Type.Static<typeof BatchResponse>

export const VerdictResponse = Type.Object(
  {
    verdictId: Type.String({ examples: ['vrd_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    entityId: matched.entityId,
    name: nullable(Type.String({ description: 'The screened name; null once a person has been erased from it.' })),
    verdict: stringEnum(verdictWords),
    note: nullable(Type.String()),
    reviewer: nullable(Type.String({ description: 'Who decided, as the caller said.' })),
    keyId: nullable(Type.String({ description: 'The API key that it came with; null where a person gave it.' })),
    actor: Type.String({
      description: 'Who gave it: `key:` or `user:` and the id.',
      examples: ['key:key_01kd3f9n8x4s6t2v7w0y5z1a3b'],
    }),
    screeningId,
    givenAt: instant('When it was given.'),
  },
  { title: 'Verdict' },
)
export type VerdictResponse = Type.Static<typeof VerdictResponse>

const recorded = {
  screeningId,
  screenedAt: instant('When it was answered.'),
  keyId: nullable(Type.String({ description: 'The API key that asked; null where a person did.' })),
  actor: Type.String({
    description: 'Who asked: `key:` or `user:` and the id.',
    examples: ['user:usr_01kd3f9n8x4s6t2v7w0y5z1a3b'],
  }),
  query: nullable(Type.String({ description: 'The name as it was screened; null once a person has been erased.' })),
  clean: Type.Boolean(),
  engineVersion: Type.String({ description: 'The version of the matcher.' }),
  legalHold: Type.Boolean({ description: 'Neither erased nor removed with age while this holds.' }),
  redactedAt: nullable(instant('When a person was erased from it.')),
}

export const RecordSummary = Type.Object(
  { ...recorded, matchCount: nullable(Type.Integer({ description: 'Matches that were shown.' })) },
  { title: 'ScreeningSummary' },
)

const Parameters = Type.Object(
  {
    threshold: Type.Number(),
    limit: Type.Integer(),
    type: Type.Optional(stringEnum(entryTypes)),
    lists: Type.Optional(Type.Array(stringEnum(listIds))),
    dateOfBirth: Type.Optional(Type.String()),
    country: Type.Optional(Type.String()),
    reference: Type.Optional(Type.String()),
  },
  { title: 'ScreeningParameters' },
)

export const RecordDetail = Type.Object(
  {
    ...recorded,
    requestId: Type.String(),
    parameters: Type.Union([Parameters, Type.Null()]),
    matches: Type.Union([Type.Array(Type.Object(matched)), Type.Null()], {
      description: 'As they were answered, the most similar first; null once a person has been erased.',
    }),
    moreMatches: Type.Boolean(),
    lists: Type.Array(
      Type.Object({
        list: stringEnum(listIds),
        versionId: Type.String(),
        publishedAt: nullable(instant('The date that the version bears.')),
        fetchedAt: instant('When this version was first seen.'),
        entries: Type.Integer(),
        sample: Type.Optional(Type.Boolean()),
      }),
      { description: 'The versions of the lists that it was made on.' },
    ),
  },
  { title: 'ScreeningRecord' },
)
export type RecordDetail = Type.Static<typeof RecordDetail>

export const Replay = Type.Object(
  {
    screeningId,
    identical: Type.Boolean({ description: 'The same matches with the same similarities in the same order.' }),
    engineVersion: Type.Object({
      recorded: Type.String(),
      now: Type.String({ description: 'Under the same version, a replay is always identical.' }),
    }),
    differences: Type.Array(
      Type.Object({
        entityId: matched.entityId,
        recorded: Type.Union([Type.Object({ name: Type.String(), similarity, rank: Type.Integer() }), Type.Null()]),
        now: Type.Union([Type.Object({ name: Type.String(), similarity, rank: Type.Integer() }), Type.Null()]),
      }),
      { description: 'Every entry that is matched otherwise; null on the side that lacks it. Ranks count from 1.' },
    ),
  },
  { title: 'Replay' },
)
export type Replay = Type.Static<typeof Replay>

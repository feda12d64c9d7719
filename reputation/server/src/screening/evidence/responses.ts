/** Response schemas of evidence. */
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import Type from 'typebox'
import {
  CurrentVerdict,
  EngineVersions,
  ListVersionUsed,
  Match,
  RecordedMatch,
  screeningId,
  similarity,
} from '../responses.ts'
import { places } from './read-evidence.ts'

const Sum = Type.Object(
  {
    agreed: Type.Number({ description: 'What the words that agree count.' }),
    against: Type.Number({ description: 'Their weight, and what the words of one name alone add to it.' }),
    factors: Type.Array(Type.Number(), { description: 'The factors of the findings, in their order.' }),
    score: Type.Number({ description: 'The first divided by the second, times the factors: the similarity.' }),
  },
  { title: 'ScoreSum' },
)

const ListedName = Type.Object(
  {
    name: Type.String(),
    kind: stringEnum(['primary', 'alias'], { title: 'ListedNameKind' }),
    strength: stringEnum(['strong', 'weak'], { title: 'ListedNameStrength' }),
    language: Type.Optional(Type.String({ description: 'ISO 639-1.' })),
  },
  { title: 'ListedName' },
)

const { verdict: _verdict, ...match } = Match.properties

const Compared = Type.Object(
  {
    ...match,
    names: Type.Array(ListedName, { description: 'All names of the entry, the primary one first.' }),
    placesOfBirth: Type.Array(Type.String()),
    listedOn: nullable(Type.String({ description: 'The day of listing, where the list says it.' })),
    remarks: nullable(Type.String({ description: 'The free text of the authority.' })),
    sum: Sum,
  },
  { title: 'ComparedEntry' },
)

const EvidenceEntry = Type.Object(
  {
    entityId: Match.properties.entityId,
    shown: stringEnum(places, {
      title: 'EvidencePlace',
      description: 'Where the record shows the entry. `new`: it does not, and these lists would.',
    }),
    recorded: Type.Union([RecordedMatch, Type.Null()], { description: 'As it was returned; null where it is `new`.' }),
    found: Type.Union([Compared, Type.Null()], {
      description:
        'The comparison on these lists; null if they no longer contain the entry or it is no longer similar.',
    }),
    verdict: Type.Union([CurrentVerdict, Type.Null()]),
  },
  { title: 'EvidenceEntry' },
)

const lists = Type.Array(ListVersionUsed, { description: 'The versions of the lists that were searched.' })

export const Evidence = Type.Object(
  {
    screeningId,
    engineVersion: EngineVersions,
    lists,
    entries: Type.Array(EvidenceEntry, { description: 'Matches, near, suppressed and new entries, in this order.' }),
  },
  { title: 'ScreeningEvidence' },
)
export type Evidence = Type.Static<typeof Evidence>

const { list, name, primaryName, entityId, type } = RecordedMatch.properties

export const ThresholdTrial = Type.Object(
  {
    screeningId,
    threshold: Type.Number({ description: 'The threshold of the screening.' }),
    lists,
    matches: Type.Array(Type.Object({ list, name, similarity, primaryName, entityId, type }, { title: 'TriedMatch' }), {
      description: 'All from 0.7 on, the most similar first.',
    }),
    moreMatches: Type.Boolean({ description: 'Whether there are more than 200.' }),
    falseAlerts: Type.Array(
      Type.Object(
        {
          threshold: Type.Number(),
          percent: Type.Number({ description: 'Of names of people who are on no list, how many match somebody.' }),
        },
        { title: 'FalseAlertRate' },
      ),
      { description: 'What a threshold costs, as measured with names and nothing else known.' },
    ),
    measuredAt: Instant('When that was measured.'),
  },
  { title: 'ThresholdTrial' },
)
export type ThresholdTrial = Type.Static<typeof ThresholdTrial>

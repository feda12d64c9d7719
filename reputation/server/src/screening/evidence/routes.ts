/** What a record rests on: the comparison word by word, and what another threshold would have found. */
import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import type { ScreeningMatch } from '@service/reputation-domain/matching/matching.ts'
import { scoreSum } from '@service/reputation-domain/matching/matching.ts'
import Type from 'typebox'
import { toMatch } from '../screen-party.ts'
import { ScreeningPath, screeningIdOf } from '../screening-path.ts'
import { shown, toVersion } from '../summary.ts'
import { falseAlertRates } from './false-alert-rates.ts'
import type { EvidenceEntry, ReadEvidence, TryThreshold } from './read-evidence.ts'
import { Evidence, ThresholdTrial } from './responses.ts'

export type EvidenceDeps = { readEvidence: ReadEvidence; tryThreshold: TryThreshold }

const tags = ['Screening records']
const config = { scope: 'screening:read' as const }
const querystring = Type.Object({
  lists: Type.Optional(
    stringEnum(['then', 'now'], {
      default: 'then',
      description:
        'The versions that the screening was made on, or those in use now. The first request on older versions takes seconds, while they are compiled.',
    }),
  ),
})

export function evidenceRoutes(app: App, { readEvidence, tryThreshold }: EvidenceDeps): void {
  app.get(
    '/api/v1/screenings/:screeningId/evidence',
    {
      schema: {
        operationId: 'getScreeningEvidence',
        tags,
        summary: 'Get the evidence of a recorded screening',
        description:
          'Every entry that the record shows, with the comparison word by word, which adds up to its similarity, and all that the list says of it. Nothing is recorded and no event fires.',
        params: ScreeningPath,
        querystring,
        response: { 200: Evidence, ...problems('not-found', 'conflict', 'unavailable') },
      },
      config,
    },
    async (request): Promise<Evidence> => {
      const screeningId = screeningIdOf(request.params)
      const { lists = 'then' } = request.query
      const evidence = await readEvidence(callerOf(request).companyId, screeningId, lists)
      return {
        screeningId,
        engineVersion: { recorded: evidence.screening.engineVersion, now: evidence.engineVersion },
        lists: evidence.versions.map(toVersion),
        entries: evidence.entries.map(toEntry),
      }
    },
  )

  app.get(
    '/api/v1/screenings/:screeningId/threshold-trial',
    {
      schema: {
        operationId: 'tryThreshold',
        tags,
        summary: 'Try other thresholds on a recorded screening',
        description:
          'What the screening would have found at any threshold from 0.7 on, and how many innocent names each alerts on. Nothing is recorded and no event fires.',
        params: ScreeningPath,
        querystring,
        response: { 200: ThresholdTrial, ...problems('not-found', 'conflict', 'unavailable') },
      },
      config,
    },
    async (request): Promise<ThresholdTrial> => {
      const screeningId = screeningIdOf(request.params)
      const { lists = 'then' } = request.query
      const { threshold, found, more, versions } = await tryThreshold(callerOf(request).companyId, screeningId, lists)
      return {
        screeningId,
        threshold,
        lists: versions.map(toVersion),
        matches: found.map((match) => {
          const { list, name, similarity, primaryName, entityId, type } = toMatch(match, new Map())
          return { list, name, similarity, primaryName, entityId, type }
        }),
        moreMatches: more,
        falseAlerts: [...falseAlertRates.rates],
        measuredAt: falseAlertRates.measuredAt,
      }
    },
  )
}

function toEntry({ entityId, shown: place, recorded, found, verdict }: EvidenceEntry): Evidence['entries'][number] {
  return {
    entityId,
    shown: place,
    recorded: recorded ? shown(recorded) : null,
    found: found ? toCompared(found) : null,
    verdict: verdict
      ? {
          verdictId: verdict.id,
          verdict: verdict.verdict,
          note: verdict.note,
          reviewer: verdict.reviewer,
          givenAt: verdict.at.toISOString(),
        }
      : null,
  }
}

function toCompared(match: ScreeningMatch): NonNullable<Evidence['entries'][number]['found']> {
  const { entry, explanation } = match
  return {
    ...toMatch(match, new Map()),
    names: entry.names,
    placesOfBirth: entry.placesOfBirth,
    listedOn: entry.listedOn ?? null,
    remarks: entry.remarks ?? null,
    sum: scoreSum(explanation),
  }
}

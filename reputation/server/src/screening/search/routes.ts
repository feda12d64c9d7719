import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { InstantParameter, readInstant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { cursorOf, NextCursor, PageParameters, readPage } from '@service/foundation/http/page.ts'
import Type from 'typebox'
import { verdictWords } from '../model/verdict.ts'
import { FoundSummary } from '../responses.ts'
import { toSummary } from '../summary.ts'
import type { FoundRecord, SearchRecords } from './search-records.ts'

export type SearchDeps = { searchRecords: SearchRecords }

const ScreeningSearch = Type.Object(
  {
    ...PageParameters,
    text: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Words that must all occur in the screened name, the reference, a listed name or an id.',
      }),
    ),
    verdict: Type.Optional(
      stringEnum([...verdictWords, 'undecided'], {
        title: 'VerdictChoice',
        description: 'Only screenings with a verdict of this kind, or with a match that nobody has decided.',
      }),
    ),
    clean: Type.Optional(Type.Boolean({ description: 'Only screenings without a match, or only those with one.' })),
    since: Type.Optional(InstantParameter('Only screenings made at this time or later.')),
  },
  { title: 'ScreeningSearch', additionalProperties: false },
)

export function searchRoutes(app: App, { searchRecords }: SearchDeps): void {
  app.post(
    '/api/v1/screenings/search',
    {
      schema: {
        operationId: 'searchScreenings',
        tags: ['Screening records'],
        summary: 'Search in recorded screenings',
        description:
          'Newest first. By POST, so that names stay out of addresses. One request looks through 20,000 records at the most: a page may hold less than `limit`, or nothing, and `nextCursor` continues from there.',
        body: ScreeningSearch,
        response: {
          200: Type.Object(
            {
              screenings: Type.Array(FoundSummary),
              searchedTo: nullable(
                Type.String({
                  format: 'date-time',
                  description: 'The time of the last record that was looked at; null where all were.',
                }),
              ),
              nextCursor: NextCursor,
            },
            { title: 'ScreeningSearchPage' },
          ),
        },
      },
      config: { scope: 'screening:read' },
    },
    async (request) => {
      const { text, verdict, clean, since: sinceText, ...asked } = request.body
      const { limit, after } = readPage(asked, ['string'], 'body')
      const since = readInstant('body.since', sinceText)
      const beforeId = after?.[0] as string | undefined
      const search = { text, verdict, clean, since, beforeId }
      const { found, lookedTo } = await searchRecords(callerOf(request).companyId, search, limit)
      return {
        screenings: found.map(toResponse),
        searchedTo: lookedTo?.at.toISOString() ?? null,
        nextCursor: lookedTo ? cursorOf([lookedTo.id]) : null,
      }
    },
  )
}

function toResponse({ screening, decisions }: FoundRecord): Type.Static<typeof FoundSummary> {
  const [best] = screening.matches ?? []
  return {
    ...toSummary(screening),
    reference: screening.party?.reference ?? null,
    best: best ? { list: best.list, name: best.name, similarity: best.similarity } : null,
    ...decisions,
  }
}

/** Recorded screenings: reading them back, repeating them, keeping them. */

import { actOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { type ReadLines, sendLines } from '@service/foundation/http/lines.ts'
import { InstantParameter, readInstant } from '@service/foundation/http/model/instant.ts'
import { LinesFormatParameter, wantsLines } from '@service/foundation/http/negotiation.ts'
import { type CursorKey, NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import Type, { type Static } from 'typebox'
import type { HoldScreening } from './hold-screening.ts'
import type { ListRecords } from './list-records.ts'
import type { ReadActorNames } from './read-actor-names.ts'
import type { ReadRecord } from './read-record.ts'
import type { ReplayScreening } from './replay-screening.ts'
import { RecordDetail, RecordSummary, Replay } from './responses.ts'
import { ScreeningPath, screeningIdOf } from './screening-path.ts'
import { toDetail, toSummary } from './summary.ts'
import { getScreeningTool, replayScreeningTool } from './tools.ts'

export type RecordDeps = {
  listRecords: ListRecords
  readRecord: ReadRecord
  readActorNames: ReadActorNames
  replayScreening: ReplayScreening
  holdScreening: HoldScreening
}

const tags = ['Screening records']
const config = { scope: 'screening:read' as const }

export function recordRoutes(app: App, { listRecords, replayScreening, holdScreening, ...deps }: RecordDeps): void {
  async function detailOf(companyId: string, screeningId: string): Promise<RecordDetail> {
    const { screening, versions } = await deps.readRecord(companyId, screeningId)
    return toDetail(screening, versions, await deps.readActorNames(companyId, [screening.actor]))
  }

  app.get(
    '/api/v1/screenings',
    {
      schema: {
        operationId: 'listScreenings',
        tags,
        summary: 'List recorded screenings',
        description: 'Newest first.',
        querystring: Type.Object({
          ...PageParameters,
          clean: Type.Optional(
            Type.Boolean({ description: 'Only screenings without a match, or only those with one.' }),
          ),
          since: Type.Optional(InstantParameter('Only screenings made at this time or later.')),
          format: LinesFormatParameter,
        }),
        response: {
          200: Type.Object(
            { screenings: Type.Array(RecordSummary), nextCursor: NextCursor },
            { title: 'ScreeningPage' },
          ),
        },
      },
      config: { ...config, lines: true },
    },
    async (request, reply) => {
      const { clean, since: sinceText, format: _format, ...asked } = request.query
      const { limit, after } = readPage(asked, ['string'])
      const since = readInstant('query.since', sinceText)
      const list = (behind: CursorKey | undefined, limit: number) =>
        listRecords(callerOf(request).companyId, { clean, since, beforeId: behind?.[0] as string | undefined }, limit)
      if (wantsLines(request)) {
        const read: ReadLines<Static<typeof RecordSummary>> = async (behind, limit) =>
          (await list(behind, limit)).map((one) => ({ key: [one.id], item: toSummary(one) }))
        return sendLines(request, reply, { schema: RecordSummary, after, read })
      }
      const { items, nextCursor } = toPage(await list(after, limit + 1), limit, ({ id }) => [id])
      return { screenings: items.map(toSummary), nextCursor }
    },
  )

  app.get(
    '/api/v1/screenings/:screeningId',
    {
      schema: {
        operationId: 'getScreening',
        tags,
        summary: 'Get a recorded screening',
        description: 'With its parameters, its matches and the versions of the lists.',
        params: ScreeningPath,
        response: { 200: RecordDetail, ...problems('not-found') },
      },
      config: { ...config, tool: getScreeningTool },
    },
    async (request) => {
      return detailOf(callerOf(request).companyId, screeningIdOf(request.params))
    },
  )

  app.post(
    '/api/v1/screenings/:screeningId/replay',
    {
      schema: {
        operationId: 'replayScreening',
        tags,
        summary: 'Replay a recorded screening',
        description:
          'The name is screened again on the versions of the lists that were used then. Nothing is recorded and no event fires. The first replay on older versions takes seconds, while they are compiled.',
        params: ScreeningPath,
        response: { 200: Replay, ...problems('not-found', 'conflict') },
      },
      config: { ...config, tool: replayScreeningTool },
    },
    async (request) => replayScreening(callerOf(request).companyId, screeningIdOf(request.params)),
  )

  app.put(
    '/api/v1/screenings/:screeningId/legal-hold',
    {
      schema: {
        operationId: 'holdScreening',
        tags,
        summary: 'Set or end the legal hold of a record',
        description: 'A record under legal hold is neither erased nor pruned.',
        params: ScreeningPath,
        body: Type.Object(
          { held: Type.Boolean({ description: 'Whether the record is held.' }) },
          { title: 'LegalHold', additionalProperties: false },
        ),
        response: { 200: RecordDetail, ...problems('not-found') },
      },
      config: { ...config, permission: 'screenings:hold' },
    },
    async (request) => {
      const caller = actOf(request)
      const screeningId = screeningIdOf(request.params)
      await holdScreening(caller, screeningId, request.body.held)
      return detailOf(caller.companyId, screeningId)
    },
  )
}

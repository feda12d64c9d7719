import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { contentVersion } from '@service/foundation/http/content-version.ts'
import { sendCsv } from '@service/foundation/http/csv.ts'
import { isUnchanged, sendUnchanged } from '@service/foundation/http/etag.ts'
import { FormatParameter, wantsCsv } from '@service/foundation/http/negotiation.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import Type from 'typebox'
import { noOwnSubject } from './own-subject.ts'
import type { ReadReputation } from './read-reputation.ts'
import { historyColumns, historyRows, ReputationResponse, toResponse } from './reputation-responses.ts'
import { explainChangeTool, getReputationTool } from './tools.ts'

export type ReputationDeps = { readReputation: ReadReputation }

export function reputationRoutes(app: App, { readReputation }: ReputationDeps): void {
  app.get(
    '/api/v1/reputation',
    {
      schema: {
        operationId: 'getReputation',
        tags: ['Reputation'],
        summary: 'Get the reputation score',
        description:
          'The latest score, its pillars and its history of thirty days. 404 before the first news about the company, and where the company has no subject of its own.',
        querystring: Type.Object({ format: FormatParameter }),
        response: { 200: ReputationResponse, ...problems('not-found', noOwnSubject) },
      },
      config: { scope: 'reputation:read', csv: true, etag: true, tool: [getReputationTool, explainChangeTool] },
    },
    async (request, reply) => {
      const csv = wantsCsv(request)
      const read = await readReputation(callerOf(request).companyId)
      const response = csv ? historyRows(read) : toResponse(read)
      if (isUnchanged(request, reply, contentVersion(response, csv))) return sendUnchanged(reply)
      return csv
        ? sendCsv(reply, historyColumns, response as ReturnType<typeof historyRows>)
        : (response as ReputationResponse)
    },
  )
}

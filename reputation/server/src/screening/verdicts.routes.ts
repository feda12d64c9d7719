/** Verdicts: what people decided about matches. */

import { actOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { stringEnum } from '@service/foundation/http/string-enum.ts'
import { actorText, keyIdOf } from '@service/foundation/identity/model/actor.ts'
import Type from 'typebox'
import type { GiveVerdict } from './give-verdict.ts'
import type { ListVerdicts } from './list-records.ts'
import { type Verdict, verdictWords } from './model/verdict.ts'
import { VerdictResponse } from './responses.ts'
import { ScreeningPath, screeningIdOf } from './screening-path.ts'

export type VerdictDeps = { giveVerdict: GiveVerdict; listVerdicts: ListVerdicts }

const tags = ['Verdicts']
const config = { scope: 'screening:read' as const }
const VerdictList = Type.Object({ verdicts: Type.Array(VerdictResponse), nextCursor: NextCursor })

const NewVerdict = Type.Object(
  {
    entityId: Type.String({ minLength: 1, maxLength: 200, description: 'Of a match of this screening.' }),
    verdict: stringEnum(verdictWords, {
      description: '`true-match`: the screened party is the listed one. `false-match`: it only has a similar name.',
    }),
    note: Type.Optional(Type.String({ maxLength: 2_000, description: 'Why.' })),
    reviewer: Type.Optional(Type.String({ maxLength: 200, description: 'Who decided.' })),
  },
  { additionalProperties: false },
)

export function verdictRoutes(app: App, { giveVerdict, listVerdicts }: VerdictDeps): void {
  app.post(
    '/api/v1/screenings/:id/verdicts',
    {
      schema: {
        operationId: 'giveVerdict',
        tags,
        summary: 'Say of a match whether it is the listed party',
        description:
          'The verdict stays with the entry and the screened name: later screenings of the same name show it, whatever version of the list is in use then. A later verdict replaces it.',
        params: ScreeningPath,
        body: NewVerdict,
        response: { 201: VerdictResponse, ...problems('not-found', 'conflict') },
      },
      config: { ...config, permission: 'verdicts:give' },
    },
    async (request, reply) => {
      const verdict = await giveVerdict(actOf(request), screeningIdOf(request.params), request.body)
      return reply.code(201).send(toResponse(verdict))
    },
  )

  app.get(
    '/api/v1/screenings/:id/verdicts',
    {
      schema: {
        operationId: 'listScreeningVerdicts',
        tags,
        summary: 'List the verdicts on the name of a screening, newest first, replaced ones included',
        params: ScreeningPath,
        querystring: Type.Object(PageParameters),
        response: { 200: VerdictList, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const filter = { beforeId: after?.[0] as string | undefined }
      const { companyId } = callerOf(request)
      return page(await listVerdicts.ofScreening(companyId, screeningIdOf(request.params), filter, limit + 1), limit)
    },
  )

  app.get(
    '/api/v1/verdicts',
    {
      schema: {
        operationId: 'listVerdicts',
        tags,
        summary: 'List the verdicts of your company, newest first, replaced ones included',
        querystring: Type.Object({
          ...PageParameters,
          entityId: Type.Optional(
            Type.String({ pattern: '^(OFAC|EU|UN):[!-~]{1,100}$', description: 'Only those on this entry.' }),
          ),
        }),
        response: { 200: VerdictList },
      },
      config,
    },
    async (request) => {
      const { entityId, ...asked } = request.query
      const { limit, after } = readPage(asked, ['string'])
      const filter = { entityId, beforeId: after?.[0] as string | undefined }
      return page(await listVerdicts.ofCompany(callerOf(request).companyId, filter, limit + 1), limit)
    },
  )
}

function page(found: readonly Verdict[], limit: number) {
  const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
  return { verdicts: items.map(toResponse), nextCursor }
}

const toResponse = ({
  id,
  entityId,
  name,
  verdict,
  note,
  reviewer,
  actor,
  screeningId,
  at,
}: Verdict): VerdictResponse => ({
  verdictId: id,
  entityId,
  name,
  verdict,
  note,
  reviewer,
  keyId: keyIdOf(actor) ?? null,
  actor: actorText(actor),
  screeningId,
  givenAt: at.toISOString(),
})

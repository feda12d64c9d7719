/** Verdicts: what people decided about matches. */

import { actOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { actorText, keyIdOf } from '@service/foundation/identity/model/actor.ts'
import Type from 'typebox'
import type { GiveVerdict } from './give-verdict.ts'
import type { ListVerdicts } from './list-records.ts'
import type { Verdict } from './model/verdict.ts'
import type { ActorNames, ReadActorNames } from './read-actor-names.ts'
import { VerdictResponse, VerdictValue } from './responses.ts'
import { ScreeningPath, screeningIdOf, VerdictPath } from './screening-path.ts'
import type { WithdrawVerdict } from './withdraw-verdict.ts'

export type VerdictDeps = {
  giveVerdict: GiveVerdict
  withdrawVerdict: WithdrawVerdict
  listVerdicts: ListVerdicts
  readActorNames: ReadActorNames
}

const tags = ['Verdicts']
const config = { scope: 'screening:read' as const }
const VerdictPage = Type.Object(
  { verdicts: Type.Array(VerdictResponse), nextCursor: NextCursor },
  { title: 'VerdictPage' },
)

const NewVerdict = Type.Object(
  {
    entityId: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The entry: the `entityId` of a match of this screening, or of one that is near or suppressed in it.',
    }),
    verdict: VerdictValue,
    note: Type.Optional(Type.String({ maxLength: 2_000, description: 'Why.' })),
    reviewer: Type.Optional(Type.String({ maxLength: 200, description: 'Who decided.' })),
  },
  {
    title: 'NewVerdict',
    additionalProperties: false,
  },
)

export function verdictRoutes(app: App, deps: VerdictDeps): void {
  const { giveVerdict, withdrawVerdict, listVerdicts } = deps
  async function toResponses(companyId: string, verdicts: readonly Verdict[]): Promise<VerdictResponse[]> {
    const names = await deps.readActorNames(
      companyId,
      verdicts.map(({ actor }) => actor),
    )
    return verdicts.map((verdict) => toResponse(verdict, names))
  }
  async function page(companyId: string, found: readonly Verdict[], limit: number) {
    const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
    return { verdicts: await toResponses(companyId, items), nextCursor }
  }
  async function one(verdict: Verdict): Promise<VerdictResponse> {
    const [response] = await toResponses(verdict.companyId, [verdict])
    return response!
  }

  app.post(
    '/api/v1/screenings/:screeningId/verdicts',
    {
      schema: {
        operationId: 'giveVerdict',
        tags,
        summary: 'Give a verdict on a match',
        description:
          'The verdict belongs to the entry and, where the screening has a `reference`, to that; else to the screened name. Later screenings of the same show it, on every version of the list. `false-match` on a reference also suppresses the entry for it: later screenings show it as `suppressed` and fire no event, until its names, dates of birth or programmes change. A later verdict replaces it.',
        params: ScreeningPath,
        body: NewVerdict,
        response: { 201: VerdictResponse, ...problems('not-found', 'conflict') },
      },
      config: { ...config, permission: 'verdicts:give' },
    },
    async (request, reply) => {
      const verdict = await giveVerdict(actOf(request), screeningIdOf(request.params), request.body)
      return reply.code(201).send(await one(verdict))
    },
  )

  app.delete(
    '/api/v1/screenings/:screeningId/verdicts/:verdictId',
    {
      schema: {
        operationId: 'withdrawVerdict',
        tags,
        summary: 'Withdraw a verdict',
        description:
          'It stays in the history but no longer holds: an earlier verdict holds again, or the match is undecided. Entries that it suppressed are shown again.',
        params: VerdictPath,
        response: { 200: VerdictResponse, ...problems('not-found') },
      },
      config: { ...config, permission: 'verdicts:give' },
    },
    async (request) => {
      const { verdictId } = request.params
      return one(await withdrawVerdict(actOf(request), screeningIdOf(request.params), verdictId))
    },
  )

  app.get(
    '/api/v1/screenings/:screeningId/verdicts',
    {
      schema: {
        operationId: 'listScreeningVerdicts',
        tags,
        summary: 'List the verdicts on the party of a screening',
        description: 'Those on its name and for its reference, newest first, replaced ones included.',
        params: ScreeningPath,
        querystring: Type.Object(PageParameters),
        response: { 200: VerdictPage, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const filter = { beforeId: after?.[0] as string | undefined }
      const { companyId } = callerOf(request)
      const screeningId = screeningIdOf(request.params)
      return page(companyId, await listVerdicts.ofScreening(companyId, screeningId, filter, limit + 1), limit)
    },
  )

  app.get(
    '/api/v1/verdicts',
    {
      schema: {
        operationId: 'listVerdicts',
        tags,
        summary: 'List verdicts',
        description: 'All of your company, newest first, replaced ones included.',
        querystring: Type.Object({
          ...PageParameters,
          entityId: Type.Optional(
            Type.String({ pattern: '^[A-Z]{2,10}:[!-~]{1,100}$', description: 'Only verdicts on this entry.' }),
          ),
        }),
        response: { 200: VerdictPage },
      },
      config,
    },
    async (request) => {
      const { entityId, ...asked } = request.query
      const { limit, after } = readPage(asked, ['string'])
      const filter = { entityId, beforeId: after?.[0] as string | undefined }
      const { companyId } = callerOf(request)
      return page(companyId, await listVerdicts.ofCompany(companyId, filter, limit + 1), limit)
    },
  )
}

const toResponse = (
  {
    id,
    entityId,
    name,
    verdict,
    note,
    reviewer,
    actor,
    screeningId,
    at,
    referenceSha256,
    withdrawnAt,
    withdrawnBy,
  }: Verdict,
  names: ActorNames,
): VerdictResponse => ({
  verdictId: id,
  entityId,
  name,
  verdict,
  note,
  reviewer,
  keyId: keyIdOf(actor) ?? null,
  actor: actorText(actor),
  actorName: names.get(actorText(actor)) ?? null,
  screeningId,
  givenAt: at.toISOString(),
  forReference: referenceSha256 !== null,
  withdrawnAt: withdrawnAt?.toISOString() ?? null,
  withdrawnBy: withdrawnBy && actorText(withdrawnBy),
})

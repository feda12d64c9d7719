/** Many names at once: checked, charged and stored, then screened whether or not anybody waits. */
import { actOf, callerOf, keepCharged } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { type CsvColumn, sendCsvText, toCsvByPage } from '@service/foundation/http/csv.ts'
import { FormatParameter, wantsCsv } from '@service/foundation/http/negotiation.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import { maxLists, SanctionsList } from '../../lists/model/sanctions-list.ts'
import type { Party } from '../model/screening-record.ts'
import { readManyParties } from '../party.ts'
import { EntryType } from '../responses.ts'
import { BatchPath, batchIdOf } from '../screening-path.ts'
import type { Batch } from './batch-store.ts'
import { checkRows, maxFaults } from './check-rows.ts'
import type { BatchResult, ReadResults } from './read-results.ts'
import { BatchCheck, BatchResultPage, BatchShown } from './responses.ts'
import type { StartBatch } from './start-batch.ts'

export type BatchDeps = {
  startBatch: StartBatch
  readAgain: (companyId: string, screeningIds: readonly string[]) => Promise<Party[]>
  findBatch: (companyId: string, id: string) => Promise<Batch | undefined>
  listBatches: (companyId: string, beforeId: string | undefined, limit: number) => Promise<Batch[]>
  readResults: ReadResults
}

export const maxBatchNames = 10_000
/** Of one name of a batch: what more there is, its record does not show either. */
const matchLimit = 20
const bodyBytes = 8 * 1_048_576

const tags = ['Screening batches']
const scope = { scope: 'screening:read' as const }
const creates = { ...scope, permission: 'screenings:create' }

const text = (maxLength: number, description: string, examples: string[]) =>
  Type.Optional(Type.String({ maxLength, description, examples }))

const TypedParty = Type.Object(
  {
    name: Type.Optional(Type.String({ description: 'As it was typed.', examples: ['Jane Doe'] })),
    type: Type.Optional(Type.String({ examples: ['individual'] })),
    dateOfBirth: Type.Optional(Type.String({ examples: ['1990'] })),
    country: Type.Optional(Type.String({ examples: ['VE'] })),
    reference: Type.Optional(Type.String({ examples: ['customer 17'] })),
  },
  { title: 'TypedParty', additionalProperties: false },
)

const BatchParty = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 500, examples: ['Jane Doe'] }),
    type: Type.Optional(EntryType),
    dateOfBirth: text(10, '`1962`, `1962-04` or `1962-04-17`.', ['1990']),
    country: text(2, 'ISO 3166-1 alpha-2.', ['VE']),
    reference: text(200, 'Your own id of the party.', ['customer 17']),
  },
  { title: 'BatchParty', additionalProperties: false },
)

const NewBatch = Type.Object(
  {
    names: Type.Optional(Type.Array(BatchParty, { minItems: 1, maxItems: maxBatchNames })),
    screeningIds: Type.Optional(
      Type.Array(Type.String({ pattern: '^scr_[0-9a-z]{26}$' }), {
        minItems: 1,
        maxItems: maxBatchNames,
        uniqueItems: true,
        description: 'In place of names: recorded screenings, whose parties are screened again as they were asked.',
      }),
    ),
    label: text(200, 'A label of your choice, such as the name of the file.', ['customers.csv']),
    threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 0.86 })),
    lists: Type.Optional(Type.Array(SanctionsList, { minItems: 1, maxItems: maxLists, uniqueItems: true })),
  },
  { title: 'NewScreeningBatch', additionalProperties: false },
)
type NewBatch = Type.Static<typeof NewBatch>

export function batchRoutes(app: App, deps: BatchDeps): void {
  beginRoutes(app, deps)
  readRoutes(app, deps)
}

function beginRoutes(app: App, { startBatch, readAgain }: BatchDeps): void {
  app.post(
    '/api/v1/screening-batches/check',
    {
      schema: {
        operationId: 'checkScreeningBatch',
        tags,
        summary: 'Check names before they are screened',
        description: `Says what is wrong with which row, by the rules of screening. Nothing is stored, screened or charged for the names. At most ${maxFaults} faults are reported.`,
        body: Type.Object(
          { names: Type.Array(TypedParty, { minItems: 1, maxItems: maxBatchNames }) },
          { title: 'ScreeningBatchCheckRequest', additionalProperties: false },
        ),
        response: { 200: BatchCheck },
      },
      bodyLimit: bodyBytes,
      config: creates,
    },
    async ({ body: { names } }) => ({ names: names.length, requests: names.length, faults: await checkRows(names) }),
  )

  app.post(
    '/api/v1/screening-batches',
    {
      schema: {
        operationId: 'createScreeningBatch',
        tags,
        summary: 'Screen up to 10,000 names in the background',
        description:
          'Each name costs one request of the quota, at once, and becomes a screening of its own. If one is invalid, or the quota does not suffice for all, none is charged. Screening continues when the caller has left, and after a crash of the service.',
        body: NewBatch,
        response: { 201: BatchShown, ...problems('not-found', 'conflict') },
      },
      bodyLimit: bodyBytes,
      config: {
        ...creates,
        chargesPeople: true,
        cost: (request) => {
          const { names, screeningIds } = request.body as NewBatch
          return Math.max(1, names?.length ?? screeningIds?.length ?? 1)
        },
      },
    },
    async (request, reply) => {
      const { names, screeningIds, label = '', threshold, lists } = request.body
      const by = actOf(request)
      if ((names === undefined) === (screeningIds === undefined)) throw neitherOrBoth()
      const shared = { ...(threshold !== undefined && { threshold }), ...(lists && { lists }), limit: matchLimit }
      const parties = screeningIds
        ? await readAgain(by.companyId, screeningIds)
        : await readManyParties(
            (names ?? []).map((one) => ({ ...one, ...shared })),
            (index) => `body.names[${index}]`,
          )
      const batch = await startBatch(by, label, parties)
      keepCharged(request, parties.length) // it goes on, whether or not the caller hears of it
      return reply.code(201).send(toResponse(batch))
    },
  )
}

function readRoutes(app: App, { findBatch, listBatches, readResults }: BatchDeps): void {
  app.get(
    '/api/v1/screening-batches',
    {
      schema: {
        operationId: 'listScreeningBatches',
        tags,
        summary: 'List batches of screenings',
        description: 'Newest first, with how far each has come.',
        querystring: Type.Object(PageParameters),
        response: {
          200: Type.Object(
            { batches: Type.Array(BatchShown), nextCursor: NextCursor },
            { title: 'ScreeningBatchPage' },
          ),
        },
      },
      config: scope,
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const { companyId } = callerOf(request)
      const found = await listBatches(companyId, after?.[0] as string | undefined, limit + 1)
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      return { batches: items.map(toResponse), nextCursor }
    },
  )

  app.get(
    '/api/v1/screening-batches/:batchId',
    {
      schema: {
        operationId: 'getScreeningBatch',
        tags,
        summary: 'Get a batch of screenings',
        description: 'With how far it has come.',
        params: BatchPath,
        response: { 200: BatchShown, ...problems('not-found') },
      },
      config: scope,
    },
    async (request) => {
      const batch = await findBatch(callerOf(request).companyId, batchIdOf(request.params))
      if (!batch) throw new Problem('not-found', 'Batch not found.')
      return toResponse(batch)
    },
  )

  app.get(
    '/api/v1/screening-batches/:batchId/results',
    {
      schema: {
        operationId: 'listScreeningBatchResults',
        tags,
        summary: 'List the results of a batch',
        description:
          'In the order of the names. As CSV all rows are one file, whose first columns are those of a batch, so that it can be screened again.',
        params: BatchPath,
        querystring: Type.Object({
          ...PageParameters,
          matches: Type.Optional(Type.Boolean({ description: 'Only rows with a match.' })),
          format: FormatParameter,
        }),
        response: { 200: BatchResultPage, ...problems('not-found') },
      },
      config: { ...scope, csv: true },
    },
    async (request, reply) => {
      const { matches: onlyMatches = false, format: _format, ...asked } = request.query
      const { companyId } = callerOf(request)
      const batchId = batchIdOf(request.params)
      if (wantsCsv(request)) {
        const pages = pagesOf((afterRow, limit) => readResults(companyId, batchId, { afterRow, onlyMatches }, limit))
        return sendCsvText(reply, await toCsvByPage(columns, pages))
      }
      const { limit, after } = readPage(asked, ['number'])
      const which = { afterRow: (after?.[0] as number | undefined) ?? 0, onlyMatches }
      const { items, nextCursor } = toPage(
        await readResults(companyId, batchId, which, limit + 1),
        limit,
        ({ row }) => [row],
      )
      return { results: items.map(toResult), nextCursor }
    },
  )
}

/** Rows have at most some matches each, which are read to write one line. */
const csvPageRows = 200

async function* pagesOf(
  read: (afterRow: number, limit: number) => Promise<BatchResult[]>,
): AsyncGenerator<BatchResult[]> {
  let page: BatchResult[] = []
  do {
    page = await read(page.at(-1)?.row ?? 0, csvPageRows)
    yield page
  } while (page.length === csvPageRows)
}

function neitherOrBoth(): Problem {
  const message = 'must have either names or screeningIds'
  return new Problem('invalid-request', `body ${message}.`, { details: [{ path: 'body', message }] })
}

const toResponse = ({ id, createdAt, actor, label, rowCount, doneCount, matchCount, finishedAt }: Batch) => ({
  batchId: id,
  label,
  createdAt: createdAt.toISOString(),
  actor,
  names: rowCount,
  done: doneCount,
  withMatches: matchCount,
  finishedAt: finishedAt?.toISOString() ?? null,
})

/** What came of a row; `erased`: of a person who was erased. */
const statusOf = ({ done, party, clean }: BatchResult): 'waiting' | 'erased' | 'removed' | 'clean' | 'match' =>
  !done ? 'waiting' : party === null ? 'erased' : clean === null ? 'removed' : clean ? 'clean' : 'match'

const verdictOf = ({ matches, verdicts }: BatchResult) => {
  const words = (matches ?? []).map(({ entityId }) => verdicts.get(entityId)?.verdict)
  if (words.includes('true-match')) return 'true-match' as const
  if (words.includes(undefined)) return 'undecided' as const
  return words.length > 0 ? ('false-match' as const) : null
}

function toResult(result: BatchResult) {
  const { row, screeningId, done, party, matches } = result
  const [best] = matches ?? []
  return {
    row,
    name: party?.name ?? null,
    reference: party?.reference ?? null,
    status: statusOf(result),
    matchCount: matches?.length ?? null,
    best: best ? { list: best.list, name: best.name, similarity: best.similarity } : null,
    verdict: verdictOf(result),
    screeningId: done ? screeningId : null,
  }
}

const columns: CsvColumn<BatchResult>[] = [
  { name: 'name', value: ({ party }) => party?.name },
  { name: 'type', value: ({ party }) => party?.type },
  { name: 'dateOfBirth', value: ({ party }) => party?.dateOfBirth },
  { name: 'country', value: ({ party }) => party?.country },
  { name: 'reference', value: ({ party }) => party?.reference },
  { name: 'status', value: statusOf },
  { name: 'verdict', value: verdictOf },
  { name: 'matches', value: ({ matches }) => matches?.length },
  { name: 'list', value: ({ matches }) => matches?.[0]?.list },
  { name: 'listedName', value: ({ matches }) => matches?.[0]?.name },
  { name: 'similarity', value: ({ matches }) => matches?.[0]?.similarity },
  { name: 'entityId', value: ({ matches }) => matches?.[0]?.entityId },
  { name: 'screeningId', value: ({ done, screeningId }) => (done ? screeningId : undefined) },
  { name: 'row', value: ({ row }) => row },
]

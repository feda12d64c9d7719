import { actOf, gone, isGone, keepCharged } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { sendCsv } from '@service/foundation/http/csv.ts'
import { described, documentedAs } from '@service/foundation/http/document-components.ts'
import { FormatParameter, wantsCsv } from '@service/foundation/http/negotiation.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { Problem } from '@service/foundation/problem.ts'
import { defaultThreshold } from '@service/reputation-domain/matching/matching.ts'
import Type from 'typebox'
import { maxLists, SanctionsList } from '../lists/model/sanctions-list.ts'
import { batchCsv, screeningCsv } from './csv.ts'
import { readParties } from './party.ts'
import { BatchResponse, EntryType, Screening } from './responses.ts'
import type { ScreenParties } from './screen-party.ts'
import { screenNamesTool, screenNameTool } from './tools.ts'

export type ScreeningDeps = { screenParties: ScreenParties }

const defaultLimit = 50
const defaultBatchLimit = 10
/** Room for 1,000 of the longest names in any script, with their other fields. */
const batchBodyBytes = 4 * 1_048_576
/** A batch answers at most this many matches, whatever is asked: it bounds the size of the answer. */
const maxBatchMatches = 10_000

const name = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    'The name, in any script, with at least one letter or digit. A comma means that the family name comes first.',
  examples: ['Nikolas Maduro Moros'],
})
const threshold = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: 1,
    default: defaultThreshold,
    description: 'The least similarity of a match.',
  }),
)
const lists = Type.Optional(
  Type.Array(SanctionsList, {
    minItems: 1,
    maxItems: maxLists,
    uniqueItems: true,
    description: 'Search only these lists; all when absent.',
  }),
)
const party = {
  type: Type.Optional(described(EntryType, 'Compare only with listed parties of this type.')),
  dateOfBirth: Type.Optional(
    documentedAs(
      Type.String({
        maxLength: 10,
        description:
          '`1962`, `1962-04` or `1962-04-17`. Listed persons with another date of birth score lower. Without `type`, only individuals are compared.',
        examples: ['1962-11-23'],
      }),
      { pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$' },
    ),
  ),
  country: Type.Optional(
    documentedAs(
      Type.String({
        maxLength: 2,
        description: 'ISO 3166-1 alpha-2. Listed parties with other countries score lower.',
        examples: ['VE'],
      }),
      { pattern: '^[A-Za-z]{2}$' },
    ),
  ),
}
const reference = Type.Optional(
  Type.String({
    maxLength: 200,
    description:
      'Your own id of the party, returned as it is. Verdicts on its screenings hold for it: an entry with the verdict `false-match` is `suppressed` from then on.',
    examples: ['customer 17'],
  }),
)
const limitOf = (maximum: number, byDefault: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, default: byDefault, description }))

const ScreenQuery = Type.Object({
  name,
  threshold,
  ...party,
  reference,
  lists,
  limit: limitOf(200, defaultLimit, 'The most matches to return.'),
  format: FormatParameter,
})

const BatchBody = Type.Object(
  {
    names: Type.Array(
      Type.Union([
        name,
        Type.Object(
          {
            name,
            ...party,
            reference,
          },
          { title: 'Party', additionalProperties: false },
        ),
      ]),
      {
        minItems: 1,
        maxItems: 1_000,
        description: 'The names to screen. Each is a screening of its own and costs one request of the quota.',
        examples: [['Nikolas Maduro Moros', { name: 'Jane Doe', dateOfBirth: '1990', reference: 'customer 17' }]],
      },
    ),
    threshold,
    lists,
    limit: limitOf(
      200,
      defaultBatchLimit,
      `The most matches to return for each name. Names × limit must not exceed ${maxBatchMatches}.`,
    ),
  },
  { title: 'ScreeningBatchRequest', additionalProperties: false },
)

export function screeningRoutes(app: App, { screenParties }: ScreeningDeps): void {
  app.get(
    '/api/v1/screen',
    {
      schema: {
        operationId: 'screenName',
        tags: ['Screening'],
        summary: 'Screen a name against the current sanctions lists',
        description:
          'The screening is recorded with the versions of the lists before the response is sent. 503 with `Retry-After: 30` while a list is not loaded yet.',
        querystring: ScreenQuery,
        response: { 200: Screening, ...problems('unavailable') },
      },
      config: {
        scope: 'screening:read',
        permission: 'screenings:create',
        chargesPeople: true,
        csv: true,
        tool: screenNameTool,
      },
    },
    async (request, reply) => {
      const csv = wantsCsv(request)
      const { format: _format, limit = defaultLimit, ...asked } = request.query
      const parties = readParties([{ ...asked, limit }], () => 'query')
      const [screening] = await screenParties(actOf(request), parties)
      return csv ? sendCsv(reply, screeningCsv.columns, screeningCsv.rows(screening!)) : screening!
    },
  )

  app.post(
    '/api/v1/screen/batch',
    {
      schema: {
        operationId: 'screenBatch',
        tags: ['Screening'],
        summary: 'Screen up to 1,000 names',
        description:
          'All names are screened on the same versions of the lists. If a name is invalid, or the quota does not suffice for all, none is screened.',
        querystring: Type.Object({ format: FormatParameter }),
        body: BatchBody,
        response: { 200: BatchResponse, ...problems('unavailable') },
      },
      bodyLimit: batchBodyBytes,
      config: {
        scope: 'screening:read',
        permission: 'screenings:create',
        chargesPeople: true,
        csv: true,
        tool: screenNamesTool,
        cost: (request) => (request.body as BatchBody).names.length,
      },
    },
    async (request, reply) => {
      const csv = wantsCsv(request)
      const { names, limit = defaultBatchLimit, ...shared } = request.body
      if (names.length * limit > maxBatchMatches) throw tooManyMatches(names.length)
      const asked = names.map((one) => ({ ...shared, ...(typeof one === 'string' ? { name: one } : one), limit }))
      const parties = readParties(asked, (index) => `body.names[${index}]`)
      const screenings = await screenParties(actOf(request), parties, { isGone: () => isGone(request) })
      keepCharged(request, screenings.length)
      if (screenings.length < parties.length) throw gone()
      return csv ? sendCsv(reply, batchCsv.columns, batchCsv.rows(screenings)) : { screenings }
    },
  )
}

type BatchBody = Type.Static<typeof BatchBody>

function tooManyMatches(names: number): Problem {
  const message = `must be at most ${Math.floor(maxBatchMatches / names)} for ${names} names`
  return new Problem('invalid-request', `body.limit ${message}.`, { details: [{ path: 'body.limit', message }] })
}

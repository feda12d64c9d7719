import Type from 'typebox'
import type { AdministrationFace } from '../administration/administration.ts'
import { type App, administratorOf, FormatParameter, sendCsv, wantsCsv } from '../http/http.ts'
import { nullable } from '../http/model/nullable.ts'
import { companyOf, tags } from './company.routes.ts'

type Acts = Pick<AdministrationFace, 'readDailyUse' | 'now'>

const Requests = Type.Integer({ description: 'What was used, in requests.' })

const QuotaUse = Type.Object(
  {
    month: Type.String({ examples: ['2026-11'] }),
    days: Type.Array(
      Type.Object({ date: Type.String({ examples: ['2026-11-20'] }), requests: Requests }, { title: 'QuotaUseOfDay' }),
      { description: 'Each day of the month (UTC) up to today, in order.' },
    ),
    actors: Type.Array(
      Type.Object(
        {
          actor: Type.String({
            description: 'A key or a person: `key:…`, `user:…`.',
            examples: ['key:key_01kd3f9n8x4s6t2v7w0y5z1a3b'],
          }),
          name: nullable(Type.String({ description: 'Its name, where it is known.' })),
          requests: Requests,
          byDay: Type.Array(Type.Integer(), { description: 'One for each of the `days`.' }),
          scopes: Type.Array(Type.Object({ scope: Type.String(), requests: Requests }, { title: 'QuotaUseOfScope' }), {
            description: 'What it was used for, the most first.',
          }),
        },
        { title: 'QuotaUseOfActor' },
      ),
      { description: 'Who used it, the most first.' },
    ),
  },
  { title: 'QuotaUse' },
)

export function quotaRoutes(app: App, { readDailyUse, now }: Acts): void {
  app.get(
    '/auth/quota-use',
    {
      schema: {
        operationId: 'getQuotaUse',
        tags,
        summary: 'See the use of the quota by day and key',
        description:
          'What each key and person used of a month’s quota, day by day, and for what. Kept for 400 days. As CSV: a row for each day, key or person, and scope.',
        querystring: Type.Object({
          month: Type.Optional(
            Type.String({
              pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
              description: 'The month (UTC); the current one if absent.',
              examples: ['2026-11'],
            }),
          ),
          format: FormatParameter,
        }),
        response: { 200: QuotaUse },
      },
      config: { session: 'keys:manage', csv: true },
    },
    async (request, reply) => {
      const by = administratorOf(request)
      const { month = now().toISOString().slice(0, 7) } = request.query
      const csv = wantsCsv(request)
      const { days, actors, rows, names } = await readDailyUse(by, companyOf(by), month)
      if (csv) {
        const name = { name: 'name', value: ({ actor }: { actor: string }) => names.get(actor) }
        return sendCsv(reply, ['day', 'actor', name, 'scope', 'requests'], rows)
      }
      return { month, days, actors: actors.map((one) => ({ ...one, name: names.get(one.actor) ?? null })) }
    },
  )
}

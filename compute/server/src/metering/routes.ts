import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { type CsvColumn, sendCsv } from '@service/foundation/http/csv.ts'
import { documentedAs } from '@service/foundation/http/document-components.ts'
import { type ReadLines, sendLines } from '@service/foundation/http/lines.ts'
import { readInstant } from '@service/foundation/http/model/instant.ts'
import { FormatParameter, LinesFormatParameter, wantsCsv, wantsLines } from '@service/foundation/http/negotiation.ts'
import { type CursorKey, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { Problem } from '@service/foundation/problem.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import Type from 'typebox'
import { labelName } from '../deployments/model/labels.ts'
import { usageResponse } from '../usage/usage.ts'
import {
  DailyUsagePage,
  dailyUsageResponse,
  MonthUsageResponse,
  monthUsageResponse,
  UsageLine,
  usageLine,
} from './responses.ts'
import { getUsageTool } from './tools.ts'
import type { ReadDailyUsage, ReadUsage } from './usage.ts'
import type { DailyUsage } from './usage-store.ts'

export type UsageDeps = { readUsage: ReadUsage; readDailyUsage: ReadDailyUsage; now: () => Date }

export function usageRoutes(app: App, deps: UsageDeps): void {
  monthRoute(app, deps)
  daysRoute(app, deps)
}

function monthRoute(app: App, { readUsage, now }: UsageDeps): void {
  app.get(
    '/v1/usage',
    {
      schema: {
        operationId: 'getUsage',
        tags: ['Usage'],
        summary: 'Get the usage of a calendar month',
        description:
          'GPU-hours, costs and emissions, and the hours that are left. The deployments that ran in the month come in ' +
          'pages, newest first; the sums cover all of them. Metered is from the start of a container to its end. Pulling, ' +
          'waiting and starts that fail within 60 seconds are free; a container that is up for longer is metered from ' +
          'its start, even if nothing responds at its port.',
        querystring: Type.Object({
          ...PageParameters,
          month: Type.Optional(
            documentedAs(
              Type.String({
                maxLength: 7,
                description: 'The calendar month, UTC; the current one by default.',
                examples: ['2026-11'],
              }),
              { pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' },
            ),
          ),
          format: LinesFormatParameter,
        }),
        response: { 200: MonthUsageResponse },
      },
      config: { scope: 'deployments:read', tool: getUsageTool, lines: true },
    },
    async (request, reply) => {
      const { month: monthText, format: _format, ...page } = request.query
      const { limit, after } = readPage(page, ['string'])
      const month = readMonth(monthText, now())
      const list = (behind: CursorKey | undefined, limit: number) =>
        readUsage(callerOf(request).companyId, month, { limit, before: behind ? String(behind[0]) : null })
      if (wantsLines(request)) {
        const read: ReadLines<UsageLine> = async (behind, limit) => {
          const { deployments } = await list(behind, limit)
          return deployments.map((one) => ({ key: [one.deploymentId], item: usageLine(month, one) }))
        }
        return sendLines(request, reply, { schema: UsageLine, after, read })
      }
      const { deployments, ...usage } = await list(after, limit + 1)
      const { items, nextCursor } = toPage(deployments, limit, ({ deploymentId }) => [deploymentId])
      return monthUsageResponse(usage, items, nextCursor)
    },
  )
}

const Day = (words: string) =>
  Type.Optional(
    documentedAs(Type.String({ maxLength: 10, description: words, examples: ['2026-11-01'] }), {
      pattern: '^20\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
    }),
  )

/** As many as a year has, and the month that has begun. */
const maxDays = 400

function daysRoute(app: App, { readDailyUsage, now }: UsageDeps): void {
  app.get(
    '/v1/usage/days',
    {
      schema: {
        operationId: 'listDailyUsage',
        tags: ['Usage'],
        summary: 'List the usage by day',
        description:
          'The days (UTC) on which something was used, newest first; with `label`, an entry for each value of that label of the ' +
          'deployments. What a run used is spread over the days that it lasted: exact for hours and cost, an even share of ' +
          'its energy and emissions. With `Accept: text/csv`, or `format=csv`, a page is one file.',
        querystring: Type.Object({
          ...PageParameters,
          from: Day('The first day; the first of the current month by default.'),
          to: Day('The last day; today by default.'),
          label: Type.Optional(
            Type.String({
              maxLength: 63,
              pattern: labelName.source,
              description: 'The name of a label to divide each day by.',
              examples: ['team'],
            }),
          ),
          format: FormatParameter,
        }),
        response: { 200: DailyUsagePage },
      },
      config: { scope: 'deployments:read', csv: true },
    },
    async (request, reply) => {
      const csv = wantsCsv(request)
      const { label } = request.query
      const today = now().toISOString().slice(0, 10)
      const from = readDay('query.from', request.query.from) ?? `${today.slice(0, 8)}01`
      const to = readDay('query.to', request.query.to) ?? today
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
      if (days < 0 || days >= maxDays)
        throw fault('query.to', `must be a day from "from" on, and less than ${maxDays} days later`)
      const { limit, after } = readPage(request.query, ['string', 'string'])
      const before = after && ([String(after[0]), String(after[1])] as const)
      const { companyId } = callerOf(request)
      const found = await readDailyUsage({ companyId, from, to, label, limit: limit + 1, before })
      const { items, nextCursor } = toPage(found, limit, (one) => [one.day, one.label ?? ''])
      if (csv) return sendCsv(reply, dailyColumns, items)
      return { days: items.map(dailyUsageResponse), next_cursor: nextCursor }
    },
  )
}

const dailyColumns: CsvColumn<DailyUsage>[] = [
  'day',
  'label',
  { name: 'gpu_hours', value: ({ real }) => usageResponse(real).gpu_hours },
  { name: 'cost_usd', value: ({ real }) => real.costUsd },
  { name: 'energy_kwh', value: ({ real }) => usageResponse(real).energy_kwh },
  { name: 'gco2', value: ({ real }) => usageResponse(real).gco2 },
  { name: 'avoided_gco2', value: ({ real }) => usageResponse(real).avoided_gco2 },
  { name: 'simulated_gpu_hours', value: ({ simulated }) => usageResponse(simulated).gpu_hours },
  { name: 'simulated_cost_usd', value: ({ simulated }) => simulated.costUsd },
  { name: 'simulated_gco2', value: ({ simulated }) => usageResponse(simulated).gco2 },
]

function readDay(path: string, text: string | undefined): string | undefined {
  const isDay = text !== undefined && /^20\d{2}-\d{2}-\d{2}$/.test(text)
  if (text !== undefined && !isDay) throw fault(path, 'must be a day such as 2026-11-01')
  return readInstant(path, text)?.toISOString().slice(0, 10)
}

const fault = (path: string, message: string) =>
  new Problem('invalid-request', `${path} ${message}.`, { details: [{ path, message }] })

/** The month by its first day. */
function readMonth(text: string | undefined, now: Date): string {
  const current = monthOf(now)
  if (text === undefined) return current
  const month = `${text}-01`
  if (/^20\d{2}-(0[1-9]|1[0-2])$/.test(text) && month <= current) return month
  throw fault('query.month', 'must be a month such as 2026-11, and not a future one')
}

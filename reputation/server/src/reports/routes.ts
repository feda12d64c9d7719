/** Reports over HTTP. */
import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { isUnchanged, sendUnchanged } from '@service/foundation/http/etag.ts'
import { actOf } from '@service/foundation/http/http.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum } from '@service/foundation/http/model/string-enum.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { setRawHeader } from '@service/foundation/http/raw-header.ts'
import { InputFaults } from '@service/foundation/input-faults.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import { makeOrderLimit } from './limit-orders.ts'
import { lastPeriod } from './model/covered.ts'
import type { Report as StoredReport } from './model/report.ts'
import { reportTypes } from './model/report-facts.ts'
import { pdfPath, reportsPath } from './model/report-path.ts'
import type { Reports } from './reports.ts'
import { listReportsTool } from './tools.ts'

export type ReportDeps = {
  reports: Pick<
    Reports,
    'makeReport' | 'readPdf' | 'deleteReport' | 'listReports' | 'findReport' | 'listAnnounced' | 'nextReport'
  >
  /** Of a company. */
  timeZoneOf(companyId: string): Promise<string>
  now: () => Date
  baseUrl: () => string
}

const tags = ['Reports']

/** As `isPeriod` has it. */
const period = {
  pattern: '^(19[7-9]\\d|[2-9]\\d{3})-(0[1-9]|1[0-2])$',
  examples: ['2026-10'],
}

const Report = Type.Object(
  {
    reportId: Type.String({ examples: ['rep_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    type: openEnum(reportTypes, { description: 'The type of report.' }),
    period: Type.String({ ...period, description: 'The month, in the time zone of the company.' }),
    revision: Type.Integer({ minimum: 1, description: 'Counts the reports of this month. One never changes.' }),
    createdAt: Instant('When it was made.'),
    coveredTo: Type.String({ format: 'date', description: 'The last day that it covers.', examples: ['2026-10-31'] }),
    complete: Type.Boolean({ description: 'False where the month was not over.' }),
    headline: Type.String({
      description: 'A summary of the month in one line.',
      examples: ['Reputation fell from 51.0 to 37.9.'],
    }),
    comment: nullable(Type.String({ description: 'By the person who created it.' })),
    pdfUrl: Type.String({
      format: 'uri',
      description: 'The report as PDF. Reading it needs a key with the scope `reports:read`, or a signed-in member.',
      examples: ['https://reputation.example.com/api/pdf/report/rep_01kd3f9n8x4s6t2v7w0y5z1a3b.pdf'],
    }),
    sample: Type.Optional(Type.Boolean({ description: 'True where sample news are among its data; else absent.' })),
  },
  { title: 'Report' },
)

const ReportAnnouncement = Type.Object(
  {
    webhookId: Type.String({ examples: ['whk_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    receiver: Type.String({ description: 'The host that it leads to.', examples: ['hooks.example.com'] }),
    deliveryId: Type.String({ examples: ['dlv_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    state: openEnum(['pending', 'succeeded', 'failed'], { description: 'How far the delivery has come.' }),
    at: Instant('When the delivery was made.'),
  },
  { title: 'ReportAnnouncement' },
)

const AnnouncedReport = Type.Object(
  {
    ...Report.properties,
    announced: Type.Array(ReportAnnouncement, { description: 'The deliveries of its `report.ready`.' }),
  },
  { title: 'AnnouncedReport' },
)

const NextReport = Type.Object(
  {
    period: Type.String({ ...period, description: 'The month.' }),
    dueAt: Instant('When it is created automatically.'),
  },
  { title: 'NextReport', description: 'The next; null while the company has no subject of its own.' },
)

const ReportPath = Type.Object({
  reportId: Type.String({ description: 'The `reportId` of a report.', examples: ['rep_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
})

/** A malformed id is not found, like an unknown one. */
function reportIdOf({ reportId }: { reportId: string }): string {
  if (!/^rep_[0-9a-z]{26}$/.test(reportId)) throw new Problem('not-found', 'Report not found.')
  return reportId
}

const showReport = (
  { id, type, period, revision, madeAt, lastDate, isWholeMonth, headline, comment, sample }: StoredReport,
  baseUrl: () => string,
) => ({
  reportId: id,
  type,
  period,
  revision,
  createdAt: madeAt.toISOString(),
  coveredTo: lastDate,
  complete: isWholeMonth,
  headline,
  comment,
  pdfUrl: new URL(pdfPath(id), baseUrl()).href,
  ...(sample && { sample }),
})

export function reportRoutes(app: App, deps: ReportDeps): void {
  listRoute(app, deps)
  createRoute(app, deps)
  readRoute(app, deps)
  deleteRoute(app, deps)
  pdfRoute(app, deps)
}

function listRoute(app: App, { reports, baseUrl }: ReportDeps): void {
  app.get(
    reportsPath,
    {
      schema: {
        operationId: 'listReports',
        tags,
        summary: 'List reports',
        description: 'The last made first. A month may have several revisions.',
        querystring: Type.Object({
          ...PageParameters,
          period: Type.Optional(Type.String({ ...period, description: 'Of this month alone.' })),
        }),
        response: {
          200: Type.Object(
            { reports: Type.Array(Report), nextReport: nullable(NextReport), nextCursor: NextCursor },
            { title: 'ReportPage' },
          ),
        },
      },
      config: { scope: 'reports:read', tool: listReportsTool },
    },
    async (request) => {
      const { period: wanted, limit: askedLimit, cursor } = request.query
      const { limit, after } = readPage({ ...(askedLimit && { limit: askedLimit }), ...(cursor && { cursor }) }, [
        'string',
      ])
      const filter = { period: wanted, beforeId: after?.[0] as string | undefined }
      const { companyId } = callerOf(request)
      const found = await reports.listReports(companyId, filter, limit + 1)
      const next = await reports.nextReport(companyId)
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      return {
        reports: items.map((report) => showReport(report, baseUrl)),
        nextReport: next ? { period: next.period, dueAt: next.dueAt.toISOString() } : null,
        nextCursor,
      }
    },
  )
}

function createRoute(app: App, { reports, timeZoneOf, now, baseUrl }: ReportDeps): void {
  const takeOrder = makeOrderLimit()
  app.post(
    reportsPath,
    {
      schema: {
        operationId: 'createReport',
        tags,
        summary: 'Create a report',
        description:
          'Creates `monthly_insight` for a month now, from the days that are over. It is created automatically ' +
          'on the third of the next month at 06:00 in the company’s time zone. Where nothing has changed since the last ' +
          'revision of the month, that one is returned with 200, and no event is sent. One is made at a time for a company ' +
          '(429); 503 with `Retry-After` while many others are being made.',
        body: Type.Object(
          {
            period: Type.Optional(
              Type.String({ ...period, description: 'The month; the last that is over where absent.' }),
            ),
            comment: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 1_000,
                description: 'Printed on the first page.',
                examples: ['The statement of 14 October is out.'],
              }),
            ),
          },
          { title: 'NewReport', additionalProperties: false },
        ),
        response: {
          200: Report,
          201: Report,
          ...problems('conflict', 'unavailable', { code: 'no-own-subject', status: 404 }),
        },
      },
      config: { scope: 'reports:write', chargesPeople: true },
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      const { period: wanted, comment } = request.body
      checkComment(comment)
      const finish = takeOrder(companyId)
      try {
        const month = wanted ?? lastPeriod(now().getTime(), await timeZoneOf(companyId))
        const made = await reports.makeReport(actOf(request), { companyId, period: month, comment })
        if (!made) throw new Error('A report that was asked for was not written')
        return reply.code(made.isNew ? 201 : 200).send(showReport(made.report, baseUrl))
      } finally {
        finish()
      }
    },
  )
}

/** The database can hold neither NUL nor half of a surrogate pair. */
function checkComment(comment = ''): void {
  const faults = new InputFaults()
  if (comment.includes('\0') || !comment.isWellFormed()) {
    faults.add('body.comment', 'must be well-formed Unicode without NUL')
  }
  faults.throwIfAny()
}

function readRoute(app: App, { reports, baseUrl }: ReportDeps): void {
  app.get(
    `${reportsPath}/:reportId`,
    {
      schema: {
        operationId: 'getReport',
        tags,
        summary: 'Get a report',
        description: 'What it is about, where its PDF is, and to which webhooks it was announced.',
        params: ReportPath,
        response: { 200: AnnouncedReport, ...problems('not-found') },
      },
      config: { scope: 'reports:read' },
    },
    async (request) => {
      const report = await reports.findReport(callerOf(request).companyId, reportIdOf(request.params))
      if (!report) throw new Problem('not-found', 'Report not found.')
      const announced = await reports.listAnnounced(report)
      return {
        ...showReport(report, baseUrl),
        announced: announced.map(({ webhookId, url, deliveryId, state, madeAt }) => ({
          webhookId,
          receiver: new URL(url).host,
          deliveryId,
          state,
          at: madeAt.toISOString(),
        })),
      }
    },
  )
}

function deleteRoute(app: App, { reports }: ReportDeps): void {
  app.delete(
    `${reportsPath}/:reportId`,
    {
      schema: {
        operationId: 'deleteReport',
        tags,
        summary: 'Delete a report',
        description: 'The PDF is deleted too. Its revision number is not used again.',
        params: ReportPath,
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config: { scope: 'reports:write' },
    },
    async (request, reply) => {
      await reports.deleteReport(actOf(request), callerOf(request).companyId, reportIdOf(request.params))
      return reply.code(204).send(null)
    },
  )
}

function pdfRoute(app: App, { reports }: ReportDeps): void {
  app.get(
    '/api/pdf/report/:reportId.pdf',
    {
      schema: {
        operationId: 'getReportPdf',
        tags,
        summary: 'Get a report as PDF',
        description: 'Eight pages of A4, tagged. The same bytes each time, unless a person was erased from it.',
        params: ReportPath,
        response: {
          200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'The report.' }),
          ...problems('not-found'),
        },
      },
      config: { scope: 'reports:read', etag: true, streams: ['application/pdf'] },
    },
    async (request, reply) => {
      const { bytes, sha256, fileName } = await reports.readPdf(callerOf(request).companyId, reportIdOf(request.params))
      if (isUnchanged(request, reply, sha256)) return sendUnchanged(reply)
      setRawHeader(reply, 'Content-Disposition', `inline; filename="${fileName}"`)
      return reply.type('application/pdf').send(bytes)
    },
  )
}

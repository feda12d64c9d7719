import { stringEnum } from '@service/foundation/http/string-enum.ts'
import type { EventKind } from '@service/foundation/webhooks/model/event.ts'
import Type from 'typebox'

const ReportReadyData = Type.Object(
  {
    reportId: Type.String({ examples: ['rep_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    type: stringEnum(['monthly_insight']),
    period: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'The month.', examples: ['2026-10'] }),
    pdfUrl: Type.String({
      description: 'The report. Reading it needs a key with the scope `reports:read`.',
      examples: ['https://reputation.example.com/api/pdf/report/rep_01kd3f9n8x4s6t2v7w0y5z1a3b.pdf'],
    }),
  },
  { title: 'ReportReadyEvent' },
)
export type ReportReadyData = Type.Static<typeof ReportReadyData>

const exampleId = 'rep_00000000000000000000000000'

export const reportReady: EventKind = {
  summary: 'A new insight report is ready',
  data: ReportReadyData,
  example: (): ReportReadyData => ({
    reportId: exampleId,
    type: 'monthly_insight',
    period: '2026-10',
    pdfUrl: `https://reputation.example.com/api/pdf/report/${exampleId}.pdf`,
  }),
}

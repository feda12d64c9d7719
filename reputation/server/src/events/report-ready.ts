import { openEnum } from '@service/foundation/http/model/string-enum.ts'
import { eventKind } from '@service/foundation/webhooks/model/event.ts'
import Type from 'typebox'

const exampleId = 'rep_00000000000000000000000000'

const ReportReadyEventData = Type.Object(
  {
    reportId: Type.String({ examples: ['rep_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    type: openEnum(['monthly_insight'], { description: 'The type of report.' }),
    period: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'The month.', examples: ['2026-10'] }),
    pdfUrl: Type.String({
      format: 'uri',
      description: 'The report as PDF. Reading it needs a key with the scope `reports:read`.',
      examples: ['https://reputation.example.com/api/pdf/report/rep_01kd3f9n8x4s6t2v7w0y5z1a3b.pdf'],
    }),
  },
  { title: 'ReportReadyEventData' },
)

export const reportReady = eventKind({
  summary: 'A new insight report is ready',
  data: ReportReadyEventData,
  example: () => ({
    reportId: exampleId,
    type: 'monthly_insight' as const,
    period: '2026-10',
    pdfUrl: `https://reputation.example.com/api/pdf/report/${exampleId}.pdf`,
  }),
})

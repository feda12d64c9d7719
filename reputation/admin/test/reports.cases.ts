import { clientOf } from '@service/reputation-testing/client.ts'
import type { RouteCases, World } from './route-case.ts'

/** A report of this month or the last, whose comment should break no page. */
async function anUglyReport({ service, full }: World): Promise<string> {
  const { secret } = await service.newKey(full, { scopes: ['reports:read', 'reports:write'] })
  const { body } = await clientOf(service.baseUrl, secret).send<{ reportId: string }>('POST', '/api/v1/reports', {
    comment: `<b>خلاصة\u202e ${'Donaudampfschifffahrt'.repeat(9)}`,
  })
  return `/reports?report=${body.reportId}`
}

export const cases: RouteCases = {
  '/reports': { at: anUglyReport, shows: 'Open the PDF', empty: { at: '/reports', shows: 'No report yet' } },
}

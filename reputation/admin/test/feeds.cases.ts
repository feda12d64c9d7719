import { clientOf } from '@service/reputation-testing/client.ts'
import type { RouteCases, World } from './route-case.ts'

/** A feed that cannot be read, under a name that no page should break under. */
async function anUglyFeed({ service, full }: World): Promise<string> {
  const { secret } = await service.newKey(full, { scopes: ['subjects:manage'] })
  const { body } = await clientOf(service.baseUrl, secret).send<{ feedId: string }>('POST', '/api/v1/feeds', {
    url: `http://127.0.0.1:61998/${'very-long-path/'.repeat(20)}${Math.random()}`,
    name: `<b>خلاصة\u202e ${'Donaudampfschifffahrt'.repeat(4)}`,
  })
  return `/feeds?feed=${body.feedId}`
}

export const cases: RouteCases = {
  '/feeds': {
    at: anUglyFeed,
    shows: 'The site cannot be reached',
    empty: { at: '/feeds', shows: 'No feed of your own yet' },
  },
  '/feeds/new': { at: '/feeds/new?region=GB', shows: 'UK FCA: News' },
}

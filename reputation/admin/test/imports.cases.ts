import { articles } from '@service/reputation-testing/news.ts'
import type { RouteCases, World } from './route-case.ts'

/** An import with a good line and bad ones, whose reasons quote what should break no page. */
async function anUglyImport({ full }: World): Promise<string> {
  const [good] = articles([`${full.name} rests`], 3)
  const { body } = await full.send<{ importId: string }>('POST', '/api/v1/articles', {
    articles: [
      { ...good, id: 'same' },
      { ...good, id: 'same' },
      { ...good, id: `<b>\u202e${'Donaudampfschifffahrt'.repeat(9)}`, publishedAt: `<i>${'x'.repeat(60)}` },
    ],
  })
  return `/imports?import=${body.importId}`
}

export const cases: RouteCases = {
  '/imports': {
    at: anUglyImport,
    shows: 'is already in line',
    empty: { at: '/imports', shows: 'Nothing has been imported yet' },
  },
}

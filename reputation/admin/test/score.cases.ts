import { clientOf } from '@service/reputation-testing/client.ts'
import type { RouteCases, World } from './route-case.ts'

async function anArticle({ service, full }: World): Promise<string> {
  const { secret } = await service.newKey(full, { scopes: ['alerts:read'] })
  const { body } = await clientOf(service.baseUrl, secret).get<{ articles: { articleId: string; story: string }[] }>(
    '/api/v1/articles',
    { tone: 'negative' },
  )
  const [article] = body.articles
  return `${article?.articleId}`
}

export const cases: RouteCases = {
  '/score': {
    at: '/score?pillar=sentiment',
    shows: 'Articles to read',
    empty: { at: '/score', shows: 'not followed in the news yet' },
  },
  '/sentiment': {
    at: async () => `/sentiment?day=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`,
    shows: 'Open them as a list',
    empty: { at: '/sentiment', shows: 'not followed in the news yet' },
  },
  '/articles': { at: '/articles', shows: 'launches new phone', empty: { shows: 'not followed in the news yet' } },
  '/articles/$articleId': {
    at: async (world) => `/articles/${await anArticle(world)}`,
    shows: 'How it was judged',
  },
}

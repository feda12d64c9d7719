/** Sentiment: day by day, how the news about the company is meant. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'
import { readSentimentSearch } from './search.ts'

const sentimentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'sentiment',
  staticData: { permission: 'sentiment:read' },
  validateSearch: readSentimentSearch,
  component: lazyRouteComponent(() => import('./sentiment-page.tsx'), 'SentimentPage'),
})

export const sentiment = {
  routes: [sentimentRoute],
  navigation: [{ group: 'Watch', label: 'Sentiment', to: '/sentiment', icon: 'gauge', permission: 'sentiment:read' }],
} as const

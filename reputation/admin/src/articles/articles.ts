/**
 * Articles: what figures are made of, each with the words that drove its judgement.
 *
 * `model/` knows no component: words of judgements, the marked words of a text, and what is chosen, as the address says it.
 */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'
import { readArticleSearch } from './model/search.ts'

const staticData = { permission: 'alerts:read' }

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'articles',
  staticData,
  validateSearch: readArticleSearch,
  component: lazyRouteComponent(() => import('./articles-page.tsx'), 'ArticlesPage'),
})

const articleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'articles/$articleId',
  staticData,
  component: lazyRouteComponent(() => import('./article-page.tsx'), 'ArticlePage'),
})

export const articles = {
  routes: [listRoute, articleRoute],
  navigation: [{ group: 'Watch', label: 'Articles', to: '/articles', icon: 'news', permission: 'alerts:read' }],
} as const

/**
 * Score: what it is made of, what changed it, and what it would be without a story.
 *
 * `model/` knows no component: the words of pillars and their formulas, and what of the screen stands in the address.
 */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'
import { readScoreSearch } from './model/search.ts'

const scoreRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'score',
  staticData: { permission: 'reputation:read' },
  validateSearch: readScoreSearch,
  component: lazyRouteComponent(() => import('./score-page.tsx'), 'ScorePage'),
})

export const score = {
  routes: [scoreRoute],
  navigation: [{ group: 'Watch', label: 'Score', to: '/score', icon: 'score', permission: 'reputation:read' }],
} as const

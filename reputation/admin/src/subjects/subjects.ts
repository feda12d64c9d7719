/**
 * Subjects: who the company is in the news, whom it is measured against, and by which names they are found.
 *
 * `model/` knows no component: what is typed of a subject, and what of it is sent.
 */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell.ts'
import { readTrialSearch } from './model/trial-search.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'subjects',
  staticData: { permission: 'reputation:read' },
  component: lazyRouteComponent(() => import('./subjects-page.tsx'), 'SubjectsPage'),
})

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'subjects/new',
  staticData: { permission: 'subjects:manage' },
  validateSearch: (search: Record<string, unknown>) => ({
    ...readTrialSearch(search),
    ...(search.role === 'own' && { role: 'own' as const }),
  }),
  component: lazyRouteComponent(() => import('./new-subject-page.tsx'), 'NewSubjectPage'),
})

const subjectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'subjects/$subjectId',
  staticData: { permission: 'reputation:read' },
  validateSearch: readTrialSearch,
  component: lazyRouteComponent(() => import('./subject-page.tsx'), 'SubjectPage'),
})

export const subjects = {
  routes: [listRoute, newRoute, subjectRoute],
  navigation: [{ group: 'Set up', label: 'Subjects', to: '/subjects', icon: 'target', permission: 'reputation:read' }],
} as const

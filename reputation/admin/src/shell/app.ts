import type { App } from '@service/ui/app/app.ts'
import { lazy } from 'react'
import { SampleMark } from './sample-mark.tsx'

export const app: App = {
  path: '/admin',
  spelling: 'camel',
  groups: ['', 'Watch', 'Screen', 'Tell', 'Set up', 'Settings'],
  roles: [
    { role: 'viewer', words: 'Reads everything' },
    { role: 'analyst', words: 'Also screens names, gives verdicts and handles alerts' },
    { role: 'member', words: 'Also manages webhooks and imports' },
    { role: 'admin', words: 'Also manages keys, people, subjects, feeds and thresholds' },
    { role: 'owner', words: 'Also manages the owners' },
  ],
  scopes: [
    { scope: 'alerts:read', words: 'Read alerts, stories and articles' },
    { scope: 'reputation:read', words: 'Read the score and its subjects' },
    { scope: 'sentiment:read', words: 'Read the sentiment of each day' },
    { scope: 'screening:read', words: 'Screen names and read records' },
    { scope: 'reports:read', words: 'Read reports' },
    { scope: 'alerts:triage', words: 'Decide about stories with alerts' },
    { scope: 'reports:write', words: 'Make and delete reports' },
    { scope: 'webhooks:manage', words: 'Manage webhooks' },
    { scope: 'articles:write', words: 'Import articles' },
    { scope: 'articles:correct', words: 'Correct how articles were judged' },
    { scope: 'subjects:manage', words: 'Manage subjects and feeds' },
    { scope: 'thresholds:manage', words: 'Set what makes an alert' },
  ],
  readingHint: 'Screening included: a screening is charged to the quota.',
  tryPath: (scopes) => (scopes.includes('reputation:read') ? '/api/v1/reputation' : '/healthz'),
  auditKinds: [
    { value: '', label: 'Everything' },
    { value: 'session', label: 'Sign-in and sign-out' },
    { value: 'user', label: 'People' },
    { value: 'key', label: 'API keys' },
    { value: 'story', label: 'Alerts' },
    { value: 'article', label: 'Corrections of articles' },
    { value: 'webhook', label: 'Webhooks' },
    { value: 'company', label: 'Company' },
    { value: 'subject', label: 'Subjects' },
    { value: 'feed', label: 'Feeds' },
    { value: 'screening', label: 'Legal holds' },
    { value: 'verdict', label: 'Verdicts' },
  ],
  Search: lazy(() => import('./search-palette.tsx')),
  Health: lazy(() => import('./health.tsx')),
  Mark: SampleMark,
}

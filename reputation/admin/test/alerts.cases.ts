import type { RouteCases, World } from './route-case.ts'

async function aStory({ full }: World): Promise<string> {
  const { stories } = (await full.get<{ stories: { story: string }[] }>('/api/v1/alert-stories')).body
  const story = stories.at(-1)?.story ?? ''
  await full.send('POST', `/api/v1/alert-stories/${encodeURIComponent(story)}/triage`, {
    note: `<img src=x onerror=alert(1)>\u202e${'x'.repeat(300)}`,
  })
  return `/alerts/${encodeURIComponent(story)}`
}

export const cases: RouteCases = {
  '/alerts': {
    at: '/alerts?view=all',
    shows: 'hit by deadly explosion',
    empty: { at: '/alerts', shows: 'The company is not set up yet' },
  },
  '/settings/alerts': {
    at: '/settings/alerts',
    shows: 'Threshold for negative articles',
    empty: { shows: 'No category is muted' },
  },
  '/alerts/$story': { at: aStory, shows: 'Why it is an alert' },
}

import { aMention } from '@service/reputation-testing/a-mention.ts'
import { expect, test } from 'vitest'
import type { Mention } from '../mentions/mentions.ts'
import { type AssessedStory, alertsOf } from './alert.ts'
import { alertEventsOf, announcementsOf } from './alert-events.ts'
import { assessStory } from './assess-story.ts'
import { alertSettings } from './settings.ts'

const minute = 60_000
const negative = { negative: 0.9, neutral: 0.05, positive: 0.05 }

const serious = (count: number, stated: Partial<Mention> = {}): Mention[] =>
  Array.from({ length: count }, (_, index) =>
    aMention({
      articleId: `a${String(index).padStart(3, '0')}`,
      publishedAt: index * minute,
      host:
        ['reuters.com', 'bbc.co.uk', 'bloomberg.com', 'cnn.com', 'apnews.com', 'cnbc.com'][index] ?? `p${index}.com`,
      risks: [{ category: 'data_privacy_cyber', strength: 2, because: 'hacked' }],
      ...stated,
    }),
  )

/** The same with a grave fact in each article. */
const grave = (count: number, stated: Partial<Mention> = {}): Mention[] =>
  serious(count, { risks: [{ category: 'data_privacy_cyber', strength: 3, because: 'data breach' }], ...stated })

const assessed = (mentions: Mention[], id = 'acme:s1'): AssessedStory => {
  const story = { id, subjectId: 'acme', mentions }
  return { story, assessment: assessStory(story, () => 0, alertSettings) }
}

const announced = (story: AssessedStory, threshold = 0.75) =>
  alertEventsOf(story, threshold).map(
    ({ audience, severity, at, alert }) => `${audience} ${severity} ${alert.kind} ${at / minute}`,
  )

test('a story is announced once, and once more when it becomes critical', () => {
  expect(announced(assessed(serious(200)))).toEqual(['all high risk 9', 'risks high risk 9'])
  const [first, ...others] = grave(200)
  expect(announced(assessed([{ ...first!, role: 'passing' }, ...others]))).toEqual([
    'all high article 1',
    'all critical risk 14',
    'risks high risk 9',
    'risks critical risk 14',
  ])
})

test('a grave fact of one outlet is announced at once, whatever its tone, but not to registrations of risks only', () => {
  expect(announced(assessed(grave(1)))).toEqual(['all high article 0'])
  expect(announced(assessed(grave(1)), 1)).toEqual(['all high article 0'])
})

test.each([
  ['is in passing', { role: 'passing' as const }],
  ['is the source', { role: 'source' as const }],
  ['is not the company', { pCompany: 0.2 }],
  [
    'has done something less grave',
    { risks: [{ category: 'data_privacy_cyber', strength: 2, because: 'x' } as const] },
  ],
])('a single article whose subject %s announces nothing', (_, stated) => {
  expect(announced(assessed(grave(1, stated)))).toEqual([])
})

test('a negative article that comes first is the announcement, except for registrations of risks only', () => {
  expect(announced(assessed(serious(200, { probabilities: negative })))).toEqual([
    'all high article 0',
    'risks high risk 9',
  ])
})

test('an article about the company in passing is no alert', () => {
  const mentions = [aMention({ probabilities: negative, role: 'passing' })]
  expect(announced(assessed(mentions))).toEqual([])
})

test('the threshold is the company’s own', () => {
  const mentions = [aMention({ probabilities: { negative: 0.6, neutral: 0.3, positive: 0.1 } })]
  expect(announced(assessed(mentions), 0.75)).toEqual([])
  expect(announced(assessed(mentions), 0.6)).toEqual(['all high article 0'])
})

test('a story is not announced again when a late article changes its name', () => {
  const story = assessed(grave(200))
  const { fire } = announcementsOf(story, [], 60 * minute, 0.75, alertSettings)
  expect(fire).toHaveLength(4)
  const late = aMention({ articleId: 'early', publishedAt: -minute })
  const renamed = assessed([late, ...grave(200)], 'acme:early')
  expect(announcementsOf(renamed, fire, 60 * minute, 0.75, alertSettings).fire).toEqual([])
})

test('a story that was announced as high is announced once more as critical', () => {
  const high = announcementsOf(assessed(grave(12)), [], 60 * minute, 0.75, alertSettings).fire
  const next = announcementsOf(assessed(grave(200)), high, 60 * minute, 0.75, alertSettings).fire
  expect(next.map(({ audience, severity }) => `${audience} ${severity}`)).toEqual(['all critical', 'risks critical'])
})

test('a new story is announced although another was just before', () => {
  const first = announcementsOf(assessed(grave(200)), [], 60 * minute, 0.75, alertSettings).fire
  const other = assessed(
    grave(200).map((mention) => ({ ...mention, articleId: `b${mention.articleId}` })),
    'acme:s2',
  )
  expect(announcementsOf(other, first, 60 * minute, 0.75, alertSettings).fire).toHaveLength(4)
})

test('loaded history announces nothing, and is remembered', () => {
  const threeDays = 3 * 24 * 60 * minute
  const { fire, silence } = announcementsOf(assessed(grave(200)), [], threeDays, 0.75, alertSettings)
  expect(fire).toEqual([])
  expect(silence).toHaveLength(4)
})

test('alerts are the negative and the grave articles, never critical, and the assessment of the story', () => {
  const neutral = aMention({ articleId: 'neutral', publishedAt: minute, host: 'neutral.com' })
  const alerts = alertsOf(assessed([...grave(20), neutral]), 0.75)
  const articles = alerts.filter(({ kind }) => kind === 'article')
  expect(articles).toHaveLength(20)
  expect(articles.every(({ severity }) => severity === 'high')).toBe(true)
  expect(alerts.filter(({ kind }) => kind === 'risk').map(({ severity }) => severity)).toEqual(['critical'])
})

test('a negative article of a story without risk is high', () => {
  const [alert] = alertsOf(assessed([aMention({ probabilities: negative })]), 0.75)
  expect(alert).toMatchObject({ kind: 'article', severity: 'high' })
})

test('ids are the same each time and differ from one another', () => {
  const ids = () => alertsOf(assessed(grave(40, { probabilities: negative })), 0.75).map(({ id }) => id)
  expect(ids()).toEqual(ids())
  expect(new Set(ids()).size).toBe(41)
})

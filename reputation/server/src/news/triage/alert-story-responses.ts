/** Response schemas of stories with alerts, and of what was decided about them. */
import type { CsvColumn } from '@service/foundation/http/csv.ts'
import { described } from '@service/foundation/http/document-components.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum, stringEnum, stringEnumOrNull } from '@service/foundation/http/model/string-enum.ts'
import type { Announced } from '@service/foundation/webhooks/webhooks.ts'
import { conditionNames, conditionsFor } from '@service/reputation-domain/alerts/level-rule.ts'
import { alertSettings } from '@service/reputation-domain/alerts/settings.ts'
import { riskCategories } from '@service/reputation-domain/risk/model/categories.ts'
import Type from 'typebox'
import { AlertSeverity, alertArticle } from '../../events/events.ts'
import type { StoryRule } from '../model/stored-story.ts'
import { ArticlesPath, articlesPath } from '../read/article-path.ts'
import type { FoundAlertStory } from './list-alert-stories.ts'
import type { ReadAlertStory } from './read-alert-story.ts'
import { storyActs, triageStates } from './triage-states.ts'
import type { StoryAct } from './triage-store.ts'

const levels = ['low', 'medium', 'high', 'critical'] as const

const Condition = Type.Object(
  {
    name: openEnum(conditionNames, {
      description:
        'What is counted: `reach` in outlets of the first tier; `serious-share` of the articles that report a serious risk; `grave-share` of those a grave one; `owners`, outlets that do not belong together.',
    }),
    has: Type.Number({ description: 'What the story has.' }),
    needs: Type.Number({ description: 'The least that the level asks for.' }),
    met: Type.Boolean(),
  },
  { title: 'LevelCondition' },
)

const Conditions = {
  conditions: Type.Array(Condition, { description: 'All of them have to be met.' }),
  instead: Type.Optional(described(Condition, 'Replaces all conditions except `owners` and those of `high`.')),
}

const LevelReached = Type.Object(
  {
    level: stringEnum(levels),
    at: Instant('When an article was published that made it so.'),
    ...Conditions,
  },
  { title: 'LevelReached', description: 'A level, and the numbers of the story at that moment.' },
)

export const TriageStateField = stringEnum(triageStates, {
  title: 'TriageState',
  description: 'What people make of it.',
})

const Person = Type.Object(
  {
    id: Type.String({ examples: ['usr_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    name: nullable(Type.String({ description: 'Null once they are erased.' })),
    hasLeft: Type.Boolean({ description: 'The person has left the company.' }),
  },
  { title: 'StoryAssignee' },
)

const fields = {
  story: Type.String({ description: 'The id of the story.' }),
  title: Type.String({ description: 'The headline of its representative article.' }),
  ...alertArticle,
  severity: AlertSeverity,
  state: TriageStateField,
  rose: Type.Boolean({
    description:
      'Whether it has become critical since the last decision: a story that was `seen` or `closed` is `new` again.',
  }),
  assignee: Type.Union([Person, Type.Null()], { description: 'Who is assigned; null if nobody is.' }),
  muted: stringEnumOrNull(['story', 'category'], {
    title: 'MutedBy',
    description:
      'What it is muted by: no message mentions it. A mute that was set while it was `high` ends when it becomes critical.',
  }),
  decidedAt: nullable(Instant('When its state was last changed.')),
  alertedAt: Instant('When the article was published that made it as severe as it is.'),
  beganAt: Instant('When its first article was published.'),
  lastAt: Instant('When its last article so far was published.'),
  articleCount: Type.Integer({ description: 'Articles about the company, copies included.' }),
  outletCount: Type.Integer(),
  alertCount: Type.Integer({ description: 'How many alerts it has caused.' }),
  pace: Type.Array(Type.Integer(), {
    description: 'How many articles came in each of twelve equal parts of its time; empty where that was not kept.',
  }),
  positive: Type.Integer(),
  neutral: Type.Integer(),
  negative: Type.Integer(),
  averageScore: Type.Number({ minimum: -1, maximum: 1, description: 'Mean of P(positive) − P(negative).' }),
  category: Type.Optional(openEnum(riskCategories, { title: 'RiskCategory', description: 'The category of a risk.' })),
  level: Type.Optional(stringEnum(levels, { description: 'How pressing its risk is, if it has one.' })),
  reach: Type.Optional(Type.Number({ description: 'How far its risk has spread, in outlets of the first tier.' })),
  words: Type.Array(Type.String(), {
    description: 'Words of its articles that its risks rest on, the most frequent first.',
    examples: [['hacked', 'data breach']],
  }),
  outlets: Type.Array(Type.String(), { description: 'The first outlets that wrote about it.' }),
  notCritical: Type.Union(
    [
      Type.Object(Conditions, {
        title: 'NotCritical',
        description: 'The conditions for `critical`, and the values of the story now.',
      }),
      Type.Null(),
    ],
    { description: 'Null if it is critical, reports no risk, or its numbers were not kept.' },
  ),
  articlesPath: ArticlesPath('Lists its articles.'),
  sample: Type.Optional(Type.Boolean({ description: 'True if articles of the sample are among its own.' })),
}

export const AlertStory = Type.Object(fields, { title: 'AlertStory' })
export type AlertStory = Type.Static<typeof AlertStory>

const Act = Type.Object(
  {
    at: Instant('When it was done.'),
    actor: Type.String({ description: 'Who did it.', examples: ['user:usr_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    actorName: nullable(Type.String({ description: 'The name of that person or key, where it is known.' })),
    act: stringEnumOrNull([...storyActs], {
      title: 'StoryActKind',
      description: 'A state that it was given, or a mute. Null where only a note was left.',
    }),
    assigneeName: nullable(Type.String({ description: 'The name of the assignee.' })),
    note: nullable(Type.String()),
    redacted: Type.Boolean({ description: 'A person was erased from the note.' }),
  },
  { title: 'StoryAct' },
)

const AnnouncedTo = Type.Object(
  {
    webhookId: Type.String({ examples: ['whk_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    receiver: Type.String({ description: 'The host that it leads to.', examples: ['hooks.example.com'] }),
    deliveryId: Type.String({ examples: ['dlv_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    event: Type.String({ examples: ['alert.critical'] }),
    state: stringEnum(['pending', 'succeeded', 'failed']),
    at: Instant('When the delivery was made.'),
  },
  { title: 'AnnouncedTo' },
)

export const AlertStoryDetail = Type.Object(
  {
    ...fields,
    levels: Type.Array(LevelReached, { description: 'Every level that its risk has reached, in order.' }),
    acts: Type.Array(Act, { description: 'What people did about it, in order; the last 200.' }),
    announced: Type.Array(AnnouncedTo, { description: 'To which webhooks its alerts were sent.' }),
  },
  { title: 'AlertStoryDetail' },
)
export type AlertStoryDetail = Type.Static<typeof AlertStoryDetail>

export function showAlertStory({ story: found, words, outlets }: FoundAlertStory): AlertStory {
  const { id, title, source, url, severity, state, rose, mutedBy, decidedAt, alertedAt, beganAt, lastAt } = found
  const { articles, outletCount, alertCount, pace, positive, neutral, negative, averageScore } = found
  const { category, level, reach, rule, sample, assigneeId, assigneeName, assigneeHasLeft } = found
  return {
    story: id,
    title,
    source,
    url,
    severity,
    state,
    rose,
    assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName, hasLeft: assigneeHasLeft },
    muted: mutedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    alertedAt: alertedAt.toISOString(),
    beganAt: beganAt.toISOString(),
    lastAt: lastAt.toISOString(),
    articleCount: articles.length,
    outletCount,
    alertCount,
    pace: pace ?? [],
    positive,
    neutral,
    negative,
    averageScore,
    ...(category !== null && { category }),
    ...(level !== null && { level }),
    ...(reach !== null && { reach }),
    words: [...words],
    outlets: [...outlets],
    notCritical: severity === 'critical' || rule === null ? null : asked('critical', rule.spread),
    articlesPath: articlesPath({ story: id }),
    ...(sample && { sample }),
  }
}

export function showAlertStoryDetail({
  acts,
  names,
  announced,
  ...found
}: Awaited<ReturnType<ReadAlertStory>>): AlertStoryDetail {
  return {
    ...showAlertStory(found),
    levels: (found.story.rule?.steps ?? []).map(({ level, at, spread }) => ({
      level,
      at,
      ...(level === 'low' ? { conditions: [] } : asked(level, spread)),
    })),
    acts: acts.map((act) => showAct(act, names)),
    announced: announced.map(showAnnounced),
  }
}

const asked = (level: 'medium' | 'high' | 'critical', spread: StoryRule['spread']) =>
  conditionsFor(level, spread, alertSettings)

const showAct = ({ at, actor, act, assigneeId, note, redactedAt }: StoryAct, names: ReadonlyMap<string, string>) => ({
  at: at.toISOString(),
  actor,
  actorName: names.get(actor) ?? null,
  act,
  assigneeName: assigneeId === null ? null : (names.get(`user:${assigneeId}`) ?? null),
  note,
  redacted: redactedAt !== null,
})

const showAnnounced = ({ webhookId, url, deliveryId, kind, state, madeAt }: Announced) => ({
  webhookId,
  receiver: new URL(url).host,
  deliveryId,
  event: kind,
  state,
  at: madeAt.toISOString(),
})

export const alertStoryColumns: CsvColumn<AlertStory>[] = [
  'story',
  'title',
  'source',
  'url',
  'severity',
  'state',
  'rose',
  { name: 'assignee', value: ({ assignee }) => assignee?.name },
  'muted',
  'decidedAt',
  'alertedAt',
  'beganAt',
  'lastAt',
  'articleCount',
  'outletCount',
  'alertCount',
  'category',
  'level',
  'reach',
  { name: 'words', value: ({ words }) => words.join('; ') },
  { name: 'sample', value: ({ sample }) => sample ?? false },
]

/** Stories with alerts, over HTTP: an inbox, and what people decide about what is in it. */
import { actOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { described } from '@service/foundation/http/document-components.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { FormatParameter, wantsCsv } from '@service/foundation/http/negotiation.ts'
import { NextCursor, PageParameters, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { sendVersioned } from '@service/foundation/http/send-versioned.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { riskCategories } from '@service/reputation-domain/risk/model/categories.ts'
import Type from 'typebox'
import { AlertSeverity } from '../../events/events.ts'
import { DayParameter } from '../read/days.ts'
import { noOwnSubject } from '../read/own-subject.ts'
import { readSpanPage } from '../read/span-page.ts'
import { TextParameter } from '../read/text-parameter.ts'
import {
  AlertStory,
  AlertStoryDetail,
  alertStoryColumns,
  showAlertStory,
  showAlertStoryDetail,
  TriageStateField,
} from './alert-story-responses.ts'
import type { Assignee } from './alert-story-store.ts'
import type { ListAlertStories } from './list-alert-stories.ts'
import type { MuteCategory } from './mute-category.ts'
import type { ReadAlertStory } from './read-alert-story.ts'
import type { MutedCategory } from './triage-store.ts'
import { type TriageStory, triagePermission } from './triage-story.ts'

export type TriageDeps = {
  listAlertStories: ListAlertStories
  readAlertStory: ReadAlertStory
  triageStory: TriageStory
  muteCategory: MuteCategory
  listMutedCategories(companyId: string): Promise<(MutedCategory & { actorName: string | null })[]>
  listAssignees(companyId: string): Promise<Assignee[]>
}

const path = '/api/v1/alert-stories'
const tags = ['Triage']
const reading = { scope: 'alerts:read' as const }
const triaging = { scope: triagePermission }

const StoryPath = Type.Object({
  story: Type.String({
    maxLength: 200,
    description: 'The id of a story.',
    examples: ['sub_01kd3f9n8x4s6t2v7w0y5z1a3b:art_1e501d73f529098addeca039'],
  }),
})

const many = Type.Integer({ minimum: 0 })
const Counts = Type.Object(
  {
    new: many,
    seen: many,
    assigned: many,
    closed: many,
    mine: Type.Integer({ minimum: 0, description: 'Those assigned to the one who asks; of a key none.' }),
    muted: Type.Integer({ minimum: 0, description: 'These count nowhere else.' }),
    critical: Type.Integer({ minimum: 0, description: 'The critical ones of those that are new.' }),
  },
  { title: 'TriageCounts', description: 'How many stories there are, whatever was asked for.' },
)

export function triageRoutes(app: App, deps: TriageDeps): void {
  listRoute(app, deps)
  readRoute(app, deps)
  triageRoute(app, deps)
  assigneesRoute(app, deps)
  categoryRoutes(app, deps)
}

const userOf = ({ actor }: Act): string | null => (actor !== 'system' && actor.kind === 'user' ? actor.id : null)

function listRoute(app: App, { listAlertStories }: TriageDeps): void {
  app.get(
    path,
    {
      schema: {
        operationId: 'listAlertStories',
        tags,
        summary: 'List stories with alerts',
        description:
          'The stories that have alerts, the latest first, each with its triage, and why it is not critical with its own numbers.',
        querystring: Type.Object({
          ...PageParameters,
          state: Type.Optional(described(TriageStateField, 'Only stories in this state.')),
          open: Type.Optional(Type.Boolean({ description: '`true`: only stories that are not closed.' })),
          assignee: Type.Optional(
            TextParameter(60, 'Only stories assigned to this person: an id, or `me` for the one who asks.'),
          ),
          muted: Type.Optional(
            Type.Boolean({ description: 'Only stories that are muted (`true`), or that are not (`false`).' }),
          ),
          severity: Type.Optional(described(AlertSeverity, 'Only stories of this severity.')),
          category: Type.Optional(
            stringEnum([...riskCategories], { description: 'Only stories with a risk of this category.' }),
          ),
          text: Type.Optional(TextParameter(200, 'Only stories whose headline contains this, in any case.')),
          day: Type.Optional(DayParameter('Only stories with alerts on this day.')),
          from: Type.Optional(DayParameter('Only stories with alerts on this day or later.')),
          to: Type.Optional(DayParameter('Only stories with alerts on this day or before.')),
          format: FormatParameter,
        }),
        response: {
          200: Type.Object(
            { stories: Type.Array(AlertStory), counts: Counts, nextCursor: NextCursor },
            { title: 'AlertStoryPage' },
          ),
          ...problems(noOwnSubject),
        },
      },
      config: { ...reading, csv: true, etag: true },
    },
    async (request, reply) => {
      const csv = wantsCsv(request)
      const { limit, span, last } = readSpanPage(request.query)
      const { state, open, assignee, muted, severity, category, text } = request.query
      const userId = userOf(actOf(request))
      const assigneeId = assignee === 'me' ? (userId ?? '') : assignee
      const before = last && { alertedAt: last.at, id: last.id }
      const asked = { state, open, assigneeId, muted, severity, category, text, ...span, before }
      const { companyId } = callerOf(request)
      const { found, counts } = await listAlertStories(companyId, asked, { limit: limit + 1, userId })
      const page = toPage(found, limit, ({ story }) => [story.alertedAt.getTime(), story.id])
      const stories = page.items.map(showAlertStory)
      const body = { stories, counts, nextCursor: page.nextCursor }
      return sendVersioned(request, reply, { csv, body, columns: alertStoryColumns, rows: stories })
    },
  )
}

function readRoute(app: App, { readAlertStory }: TriageDeps): void {
  app.get(
    `${path}/:story`,
    {
      schema: {
        operationId: 'getAlertStory',
        tags,
        summary: 'Get a story with alerts',
        description:
          'With every level that it reached and the numbers of that moment, what people did about it, and to which webhooks its alerts were sent.',
        params: StoryPath,
        response: { 200: AlertStoryDetail, ...problems('not-found') },
      },
      config: reading,
    },
    async (request) => showAlertStoryDetail(await readAlertStory(callerOf(request).companyId, request.params.story)),
  )
}

function triageRoute(app: App, { triageStory, readAlertStory }: TriageDeps): void {
  app.post(
    `${path}/:story/triage`,
    {
      schema: {
        operationId: 'triageStory',
        tags,
        summary: 'Decide about a story',
        description:
          'Its state, its assignee, whether it is muted, and a note; absent fields stay as they are. A story with an assignee is `assigned`. Alerts and webhooks are not affected; a muted story is left out of messages, until it becomes critical.',
        params: StoryPath,
        body: Type.Object(
          {
            state: Type.Optional(TriageStateField),
            assigneeId: Type.Optional(
              nullable(Type.String({ maxLength: 60, description: 'The assignee; null removes it.' })),
            ),
            muted: Type.Optional(Type.Boolean()),
            note: Type.Optional(
              Type.String({ maxLength: 2_000, description: 'A note for colleagues.', examples: ['Settled.'] }),
            ),
          },
          { title: 'StoryTriage', additionalProperties: false },
        ),
        response: { 200: AlertStoryDetail, ...problems('not-found') },
      },
      config: triaging,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const { story } = request.params
      await triageStory(actOf(request), companyId, story, request.body)
      return showAlertStoryDetail(await readAlertStory(companyId, story))
    },
  )
}

function assigneesRoute(app: App, { listAssignees }: TriageDeps): void {
  app.get(
    '/api/v1/alert-assignees',
    {
      schema: {
        operationId: 'listAlertAssignees',
        tags,
        summary: 'List possible assignees of stories',
        description: 'The people of the company who may work on alerts, by name.',
        response: {
          200: Type.Object(
            {
              people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, { title: 'AlertAssignee' })),
            },
            { title: 'AlertAssignees' },
          ),
        },
      },
      config: triaging,
    },
    async (request) => {
      const people = await listAssignees(callerOf(request).companyId)
      return { people: people.map(({ id, name, email }) => ({ id, name: name ?? email ?? id })) }
    },
  )
}

const MutedCategories = Type.Object(
  {
    categories: Type.Array(
      Type.Object(
        {
          category: stringEnum([...riskCategories]),
          mutedAt: Instant('When it was muted.'),
          actor: Type.String({ description: 'Who muted it.' }),
          actorName: nullable(Type.String({ description: 'The name of that person or key, where it is known.' })),
        },
        { title: 'MutedCategory' },
      ),
    ),
  },
  { title: 'MutedCategories' },
)

function categoryRoutes(app: App, { muteCategory, listMutedCategories }: TriageDeps): void {
  const show = async (companyId: string) => ({
    categories: (await listMutedCategories(companyId)).map(({ category, at, actor, actorName }) => ({
      category: category as (typeof riskCategories)[number],
      mutedAt: at.toISOString(),
      actor,
      actorName,
    })),
  })
  app.get(
    '/api/v1/muted-categories',
    {
      schema: {
        operationId: 'listMutedCategories',
        tags,
        summary: 'List muted risk categories',
        description: 'Only critical stories of these categories are sent as messages and shown in the inbox.',
        response: { 200: MutedCategories },
      },
      config: reading,
    },
    async (request) => show(callerOf(request).companyId),
  )

  app.put(
    '/api/v1/muted-categories',
    {
      schema: {
        operationId: 'muteCategory',
        tags,
        summary: 'Mute or unmute a risk category',
        description: 'Critical stories of the category are not muted.',
        body: Type.Object(
          { category: stringEnum([...riskCategories], { description: 'The kind of risk.' }), muted: Type.Boolean() },
          { title: 'CategoryMute', additionalProperties: false },
        ),
        response: { 200: MutedCategories },
      },
      config: triaging,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const { category, muted } = request.body
      await muteCategory(actOf(request), companyId, category, muted)
      return show(companyId)
    },
  )
}

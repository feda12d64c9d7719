/**
 * One request that succeeds for each operation of the API, by `operationId`: the walk over the document needs it to
 * tell what credentials and companies change, and the examples of the document are recorded with it. An operation
 * without an example here fails the walk.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { peopleExamples } from '@service/foundation-testing/people-examples.ts'
import type { OperationExample, Owner } from '@service/foundation-testing/walk-operations.ts'
import { webhookExamples } from '@service/foundation-testing/webhooks/webhook-examples.ts'
import { periodOf } from '@service/reputation-domain/series/model/month.ts'
import { sql } from 'kysely'
import { type Client, clientOf } from './client.ts'
import { follow, newSubject, settled } from './news.ts'
import type { RunningService } from './running-service.ts'

/** Stands on the excerpt of the OFAC list. */
const listed = { name: 'China Electronics Technology Group', entityId: 'OFAC:30936' }

const aCompletion = {
  sector: 'widgets',
  provider: 'example',
  model: 'small',
  prompt: 'Which makers of widgets are trusted most?',
  answer: 'Zorbaworks is named most often, for the safety of its widgets.',
  askedAt: '2026-11-20T09:30:00Z',
}

/** Nobody listens there, unless the test does. */
export const receiverUrl = 'http://127.0.0.1:61999/hook'

/** The same. */
export const feedUrl = 'http://127.0.0.1:61999/rss.xml'

const aFeedBody = { url: feedUrl, name: 'The Example', pollEverySeconds: 300 }

/** Nobody listens there, unless the test does. */
const aChannelBody = {
  kind: 'slack',
  name: 'Press team',
  address: receiverUrl,
  severities: ['critical', 'high'],
  digestHour: 7,
}

const aSubjectBody = { name: 'Invented Ltd', sector: 'widgets', aliases: [{ text: 'Invented Works' }], role: 'peer' }

export const operationExamples: Record<string, OperationExample<RunningService>> = {
  ...peopleExamples,
  getHealth: {},
  getReadiness: {},
  listAlerts: { path: inTheNews },
  listArticles: { path: inTheNews, query: { tone: 'negative' } },
  getArticle: { path: anArticleInTheNews },
  correctArticle: {
    path: anArticleInTheNews,
    body: { tone: 'positive', gravity: 0, note: 'It brings jobs to the town.' },
  },
  revertCorrection: { path: aCorrectedArticle },
  listCorrections: { path: aCorrectedArticle },
  listArticleLabels: { path: aCorrectedArticle },
  listStories: { path: inTheNews },
  listAlertStories: { path: inTheNews, query: { open: 'true' } },
  getAlertStory: { path: aStory },
  triageStory: { path: aStory, body: { state: 'seen', note: 'Our statement is out.' } },
  listAlertAssignees: {},
  getAlertSettings: {},
  changeAlertSettings: { body: { negativeFrom: 0.8 } },
  previewAlertSettings: { path: inTheNews },
  listMutedCategories: {},
  muteCategory: { body: { category: 'labour_workplace', muted: true } },
  getReputation: { path: inTheNews },
  getSentiment: { path: inTheNews, query: { days: '7' } },
  explainScore: { path: inTheNews },
  getScoreWithoutStory: { path: aStory },
  listSubjects: { path: aSubject },
  createSubject: { path: withoutSubjects, body: aSubjectBody },
  getSubject: { path: aSubject },
  changeSubject: {
    path: aSubject,
    body: { aliases: [{ text: 'Invented Works' }, { text: 'Invented', needsContext: true }] },
  },
  deleteSubject: { path: aSubject },
  trySubject: { path: inTheNews, body: { name: 'Example Ltd', aliases: [{ text: 'Example' }], days: 7 } },
  listFeeds: { path: aFeed },
  createFeed: { path: withoutFeeds, body: aFeedBody },
  getFeed: { path: aFeed },
  changeFeed: { path: aFeed, body: { pollEverySeconds: 120 } },
  deleteFeed: { path: aFeed },
  pollFeed: { path: aFeed },
  listCatalogueFeeds: { query: { sector: 'banking', region: 'GB', limit: '2' } },
  importArticles: {
    body: (service: RunningService) => ({ articles: [anArticle(service, 'Example Ltd recalls widgets')] }),
  },
  importCompletions: { body: { answers: [aCompletion] } },
  listArticleImports: { path: inTheNews },
  getArticleImport: { path: inTheNews },
  screenName: { query: { name: listed.name } },
  screenBatch: { body: { names: [listed.name, { name: 'John Doe', dateOfBirth: '1990', reference: 'customer 17' }] } },
  listScreenings: { path: aScreening },
  getScreening: { path: aScreening },
  replayScreening: { path: aScreening },
  holdScreening: { path: aScreening, body: { held: true } },
  giveVerdict: {
    path: aScreening,
    body: {
      entityId: listed.entityId,
      verdict: 'false-match',
      note: 'Registered in another country.',
      reviewer: 'A. Reviewer',
    },
  },
  listScreeningVerdicts: { path: aVerdict },
  listVerdicts: { path: aVerdict },
  listLists: { shared: true },
  listListVersions: { path: async () => ({ list: 'UN' }), shared: true },
  listListChanges: { path: twoVersions, shared: true },
  listAffectedScreenings: { path: twoVersions, shared: true },
  withdrawVerdict: { path: aVerdict },
  checkScreeningBatch: { body: { names: [{ name: 'Jane Doe', dateOfBirth: '31.12.1990', reference: 'customer 17' }] } },
  createScreeningBatch: {
    body: { names: [{ name: 'Jane Doe', dateOfBirth: '1990', reference: 'customer 17' }], label: 'customers.csv' },
  },
  listScreeningBatches: { path: aBatch },
  getScreeningBatch: { path: aBatch },
  listScreeningBatchResults: { path: aBatch },
  listUndecidedMatches: { path: aScreening },
  searchScreenings: { path: aScreening, body: { text: 'china electronics', verdict: 'undecided' } },
  getScreeningEvidence: { path: aScreening },
  tryThreshold: { path: aScreening },
  listReports: { path: aReport },
  createReport: { path: inTheNews, body: aReportBody },
  getReport: { path: aReport },
  deleteReport: { path: aReport },
  getReportPdf: { path: aReport },
  listMessageChannels: { path: aChannel },
  createMessageChannel: { body: aChannelBody },
  changeMessageChannel: { path: aChannel, body: { digestHour: 8, severities: ['critical'] } },
  deleteMessageChannel: { path: aChannel },
  testMessageChannel: { path: aChannel },
  requestConfirmation: { path: aRecipient },
  ...webhookExamples({ path: '/api/v1/webhooks', events: ['screening.match', 'alert.critical'], receiverUrl }),
}

type Ids = Record<string, string>

/** Of the month of yesterday, in which there was news. */
function aReportBody({ administration }: RunningService) {
  return { period: periodOf(administration.now().getTime() - 86_400_000, 'UTC'), comment: 'Our statement is out.' }
}

async function aReport(service: RunningService, owner: Owner): Promise<Ids> {
  await inTheNews(service, owner)
  const client = await clientWith(service, owner, 'reports:write')
  const { body } = await client.send<{ reportId: string }>('POST', '/api/v1/reports', {
    ...aReportBody(service),
    comment: 'We opened a plant.',
  })
  return { reportId: body.reportId }
}

async function anArticleInTheNews(service: RunningService, owner: Owner): Promise<Ids> {
  await inTheNews(service, owner)
  const client = await clientWith(service, owner, 'alerts:read')
  const { body } = await client.get<{ articles: { articleId: string }[] }>('/api/v1/articles')
  return { articleId: body.articles.at(-1)!.articleId } // the other one is an alert
}

async function aCorrectedArticle(service: RunningService, owner: Owner): Promise<Ids> {
  const { articleId } = await anArticleInTheNews(service, owner)
  const client = await clientWith(service, owner, 'articles:correct')
  await client.send('PUT', `/api/v1/corrections/${articleId}`, { tone: 'positive', gravity: 0 })
  return { articleId: articleId! }
}

async function aStory(service: RunningService, owner: Owner): Promise<Ids> {
  await inTheNews(service, owner)
  const client = await clientWith(service, owner, 'alerts:read')
  const { body } = await client.get<{ stories: { story: string }[] }>('/api/v1/alert-stories')
  return { story: body.stories[0]!.story }
}

async function clientWith(service: RunningService, owner: Owner, scope: string): Promise<Client> {
  return clientOf(service.baseUrl, (await service.newKey(owner, { scopes: [scope] })).secret)
}

/** Asked, and not confirmed: the service of the walk has no mail server, without which there is no such channel. */
async function aRecipient({ administration }: RunningService, { companyId }: Owner): Promise<Ids> {
  const recipientId = administration.newId('mrc')
  await sql`
    insert into mail_recipients (id, company_id, address, state, created_at)
    values (${recipientId}, ${companyId}, ${`${recipientId}@example.com`}, 'waiting', now())`.execute(
    administration.db.connection,
  )
  return { recipientId }
}

/** The walk makes more of them than a company may have. */
async function aChannel(service: RunningService, owner: Owner): Promise<Ids> {
  const { connection } = service.administration.db
  await sql`delete from message_channels where company_id = ${owner.companyId}`.execute(connection)
  const client = await clientWith(service, owner, 'messages:manage')
  const { body } = await client.send<{ channelId: string }>('POST', '/api/v1/message-channels', aChannelBody)
  return { channelId: body.channelId }
}

/** The walk makes more of them than a company may have, and each name once. */
async function withoutSubjects(service: RunningService, owner: Owner): Promise<Ids> {
  const client = await clientWith(service, owner, 'subjects:manage')
  const reader = await clientWith(service, owner, 'reputation:read')
  const { body } = await reader.get<{ subjects: { subjectId: string; shared: boolean }[] }>('/api/v1/subjects')
  for (const { subjectId, shared } of body.subjects) {
    if (!shared) await client.send('DELETE', `/api/v1/subjects/${subjectId}`)
  }
  return {}
}

async function aSubject(service: RunningService, owner: Owner): Promise<Ids> {
  await withoutSubjects(service, owner)
  const client = await clientWith(service, owner, 'subjects:manage')
  const { body } = await client.send<{ subjectId: string }>('POST', '/api/v1/subjects', aSubjectBody)
  return { subjectId: body.subjectId }
}

async function withoutFeeds(service: RunningService, owner: Owner): Promise<Ids> {
  const client = await clientWith(service, owner, 'subjects:manage')
  const { body } = await client.get<{ feeds: { feedId: string }[] }>('/api/v1/feeds')
  for (const { feedId } of body.feeds) await client.send('DELETE', `/api/v1/feeds/${feedId}`)
  return {}
}

/** That has been polled. */
async function aFeed(service: RunningService, owner: Owner): Promise<Ids> {
  await withoutFeeds(service, owner)
  const client = await clientWith(service, owner, 'subjects:manage')
  const { body: feed } = await client.send<{ feedId: string }>('POST', '/api/v1/feeds', aFeedBody)
  for (; ; await sleep(20)) {
    const { body } = await client.get<{ lastPolledAt: string | null }>(`/api/v1/feeds/${feed.feedId}`)
    if (body.lastPolledAt) return { feedId: feed.feedId }
  }
}

function anArticle({ administration }: RunningService, title: string, minutesAgo = 1) {
  return {
    url: `https://news.example.org/${encodeURIComponent(title)}`,
    title,
    publishedAt: new Date(administration.now().getTime() - minutesAgo * 60_000).toISOString(),
    outlet: 'The Example',
  }
}

/** Companies that are in the news, with their import: every request of the walk asks for one. */
const known = new Map<string, Promise<Ids>>()

function inTheNews(service: RunningService, owner: Owner): Promise<Ids> {
  const making = known.get(owner.companyId) ?? bringNews(service, owner)
  known.set(owner.companyId, making)
  return making
}

async function bringNews(service: RunningService, owner: Owner): Promise<Ids> {
  const { id, name } = await newSubject(service)
  await follow(service, owner.companyId, id, 'own')
  const client = await clientWith(service, owner, 'articles:write')
  const articles = [
    anArticle(service, `${name} sued over deadly factory fire`, 30),
    anArticle(service, `${name} opens a new plant in Ohio`, 1_500),
  ]
  const { body } = await client.send<{ importId: string }>('POST', '/api/v1/articles', { articles })
  await settled(service)
  return { importId: body.importId }
}

async function aScreening(service: RunningService, owner: Owner): Promise<{ screeningId: string }> {
  const client = await clientWith(service, owner, 'screening:read')
  return (await client.get<{ screeningId: string }>('/api/v1/screen', { name: listed.name })).body
}

/** The same one twice: of an excerpt there is one version alone. */
async function twoVersions(service: RunningService, owner: Owner): Promise<Ids> {
  const client = await clientWith(service, owner, 'screening:read')
  const { body } = await client.get<{ versions: { versionId: string }[] }>('/api/v1/lists/UN/versions')
  const [{ versionId } = { versionId: '' }] = body.versions
  return { list: 'UN', from: versionId, to: versionId }
}

async function aBatch(service: RunningService, owner: Owner): Promise<Ids> {
  const client = await clientWith(service, owner, 'screening:read')
  const asked = { names: [{ name: listed.name, reference: 'customer 17' }], label: 'customers.csv' }
  const { body } = await client.send<{ batchId: string }>('POST', '/api/v1/screening-batches', asked)
  const { batchId } = body
  for (; ; await sleep(20)) {
    const { body } = await client.get<{ finishedAt: string | null }>(`/api/v1/screening-batches/${batchId}`)
    if (body.finishedAt) return { batchId }
  }
}

async function aVerdict(service: RunningService, owner: Owner): Promise<Ids> {
  const { screeningId } = await aScreening(service, owner)
  const client = await clientWith(service, owner, 'screening:read')
  const verdict = { entityId: listed.entityId, verdict: 'false-match', note: 'Registered in another country.' }
  const { body } = await client.send<{ verdictId: string }>(
    'POST',
    `/api/v1/screenings/${screeningId}/verdicts`,
    verdict,
  )
  return { screeningId, verdictId: body.verdictId }
}

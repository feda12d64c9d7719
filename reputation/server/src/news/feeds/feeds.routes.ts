/** A company’s own feeds over HTTP. A face of the administration. */
import { administratorOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { withBodyFaults } from '@service/foundation/http/body-faults.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum, stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import { publisherKinds } from './catalogue/feed-catalogue.ts'
import type { FeedActs } from './feed-acts.ts'
import { maxFeeds, maxFrequentFeeds, maxGdeltFeeds } from './feed-fields.ts'
import { Feed, showFeed } from './feed-responses.ts'
import { searchProviders } from './feed-source.ts'
import { pollIntervals } from './next-poll.ts'

export type FeedDeps = { administration: FeedActs }

const path = '/api/v1/feeds'
const tags = ['Set-up']
// Reading them as well: the address of a feed may hold a token.
const config = { scope: 'subjects:manage' as const }

const FeedPath = Type.Object({
  feedId: Type.String({ description: 'The `feedId` of a feed.', examples: ['fed_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
})

/** A malformed id is not found, like an unknown one. */
function feedIdOf({ feedId }: { feedId: string }): string {
  if (!/^fed_[0-9a-z]{26}$/.test(feedId)) throw new Problem('not-found', 'Feed not found.')
  return feedId
}

const url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'The address of an RSS, Atom or JSON feed on the public internet, without user name or password.',
  examples: ['https://news.example.org/rss.xml'],
})
const catalogueId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'In place of `url`: the id of a feed of `GET /api/v1/feed-catalogue`.',
  examples: ['fca-news'],
})
const FeedSearch = Type.Object(
  {
    provider: stringEnum(searchProviders, { description: 'Whose terms apply.' }),
    text: Type.String({
      minLength: 2,
      maxLength: 100,
      description: 'Searched as one phrase, without quotation marks: the name of a company.',
      examples: ['Example Ltd'],
    }),
    language: Type.Optional(
      Type.String({ pattern: '^[a-z]{2}$', description: 'Of the news, ISO 639-1.', examples: ['en'] }),
    ),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Z]{2}$', description: 'Of the news, ISO 3166-1.', examples: ['GB'] }),
    ),
  },
  {
    title: 'FeedSearch',
    additionalProperties: false,
    description:
      'In place of `url`: a search for news at an aggregator. `gdelt` takes no `country`, and is asked every 15 minutes at ' +
      `most; a company may have ${maxGdeltFeeds} of it.`,
  },
)
const name = { minLength: 1, maxLength: 200, description: 'What people call it.', examples: ['The Example'] }
const seconds = {
  minimum: pollIntervals.minSetByCompanyMs / 1_000,
  maximum: pollIntervals.maxMs / 1_000,
  description:
    `The interval to poll at; longer after failures. At most ${maxFrequentFeeds} feeds of a company may be ` +
    'polled more often than every 15 minutes. Without it, the interval follows from how often the feed has news.',
  examples: [300],
}

export function feedRoutes(app: App, deps: FeedDeps): void {
  createRoute(app, deps)
  readRoutes(app, deps)
  changeRoutes(app, deps)
  catalogueRoute(app, deps)
}

function createRoute(app: App, { administration }: FeedDeps): void {
  app.post(
    path,
    {
      schema: {
        operationId: 'createFeed',
        tags,
        summary: 'Create a feed',
        description:
          'By exactly one of `url`, `catalogueId` and `search`. Its articles count for your company alone. It is polled at ' +
          `once. A company may have ${maxFeeds} feeds, each address once.`,
        body: Type.Object(
          {
            url: Type.Optional(url),
            catalogueId: Type.Optional(catalogueId),
            search: Type.Optional(FeedSearch),
            name: Type.Optional(Type.String(name)),
            pollEverySeconds: Type.Optional(Type.Integer(seconds)),
          },
          { title: 'NewFeed', additionalProperties: false },
        ),
        response: { 201: Feed, ...problems('conflict') },
      },
      config,
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      const { pollEverySeconds, ...body } = request.body
      const feed = { ...body, companyId, everyMs: pollEverySeconds && pollEverySeconds * 1_000 }
      const added = await withBodyFaults(() => administration.addFeed(administratorOf(request), feed))
      return reply.code(201).send(showFeed(added))
    },
  )
}

function readRoutes(app: App, { administration }: FeedDeps): void {
  app.get(
    path,
    {
      schema: {
        operationId: 'listFeeds',
        tags,
        summary: 'List feeds',
        description: 'Your own, newest first, with how their last poll went.',
        querystring: Type.Object(PageParameters),
        response: {
          200: Type.Object(
            {
              feeds: Type.Array(Feed),
              sharedFeeds: Type.Integer({ description: 'How many feeds the installation polls for all companies.' }),
              nextCursor: NextCursor,
            },
            { title: 'FeedPage' },
          ),
        },
      },
      config,
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const { companyId } = callerOf(request)
      const before = after?.[0] as string | undefined
      const found = await administration.listCompanyFeeds(administratorOf(request), companyId, before, limit + 1)
      const { items, nextCursor } = toPage(found.feeds, limit, ({ id }) => [id])
      return { feeds: items.map(showFeed), sharedFeeds: found.sharedFeeds, nextCursor }
    },
  )

  app.get(
    `${path}/:feedId`,
    {
      schema: {
        operationId: 'getFeed',
        tags,
        summary: 'Get a feed',
        description: 'With how its last poll went, and when and why the next is due.',
        params: FeedPath,
        response: { 200: Feed, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      return showFeed(
        await administration.readCompanyFeed(administratorOf(request), companyId, feedIdOf(request.params)),
      )
    },
  )
}

function changeRoutes(app: App, { administration }: FeedDeps): void {
  app.patch(
    `${path}/:feedId`,
    {
      schema: {
        operationId: 'changeFeed',
        tags,
        summary: 'Change a feed',
        description: 'Fields that are absent stay as they are. A feed that is switched on again is polled at once.',
        params: FeedPath,
        body: Type.Object(
          {
            name: Type.Optional(nullable(Type.String(name))),
            pollEverySeconds: Type.Optional(nullable(Type.Integer(seconds))),
            enabled: Type.Optional(Type.Boolean({ description: 'False: it is not polled.' })),
          },
          { title: 'FeedChanges', additionalProperties: false },
        ),
        response: { 200: Feed, ...problems('not-found', 'conflict') },
      },
      config,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const { pollEverySeconds, ...body } = request.body
      const changes = {
        ...body,
        ...(pollEverySeconds !== undefined && { everyMs: pollEverySeconds === null ? null : pollEverySeconds * 1_000 }),
      }
      const id = feedIdOf(request.params)
      const change = () => administration.changeFeed(administratorOf(request), companyId, id, changes)
      return showFeed(await withBodyFaults(change))
    },
  )

  app.delete(
    `${path}/:feedId`,
    {
      schema: {
        operationId: 'deleteFeed',
        tags,
        summary: 'Delete a feed',
        description: 'It is no longer polled. Its articles stay.',
        params: FeedPath,
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config,
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      await administration.removeFeed(administratorOf(request), companyId, feedIdOf(request.params))
      return reply.code(204).send(null)
    },
  )

  app.post(
    `${path}/:feedId/poll`,
    {
      schema: {
        operationId: 'pollFeed',
        tags,
        summary: 'Poll a feed now',
        description:
          'Even one that was given up; not within a minute of its last poll, nor before a site that asked to be left ' +
          'alone allows it: `nextPollAt` says when.',
        params: FeedPath,
        response: { 202: Feed, ...problems('not-found') },
      },
      config,
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      const polled = await administration.pollFeed(administratorOf(request), companyId, feedIdOf(request.params))
      return reply.code(202).send(showFeed(polled))
    },
  )
}

const CatalogueFeed = Type.Object(
  {
    catalogueId: Type.String({ description: 'For a new feed.', examples: ['fca-news'] }),
    name: Type.String({ examples: ['UK FCA: News'] }),
    kind: openEnum(publisherKinds, { description: 'Who publishes it.' }),
    region: Type.String({ description: 'The country, or EU, AFRICA, LATAM, WORLD.', examples: ['GB'] }),
    language: Type.String({ description: 'ISO 639-1.', examples: ['en'] }),
    sectors: Type.Array(Type.String({ examples: ['banking'] }), { description: 'Empty if it covers all.' }),
    url: Type.String({ examples: ['https://www.fca.org.uk/news/rss.xml'] }),
  },
  { title: 'CatalogueFeed' },
)

const word = (description: string, pattern: string, example: string) =>
  Type.Optional(Type.String({ pattern, description, examples: [example] }))

function catalogueRoute(app: App, { administration }: FeedDeps): void {
  app.get(
    '/api/v1/feed-catalogue',
    {
      schema: {
        operationId: 'listCatalogueFeeds',
        tags,
        summary: 'List the starter catalogue of feeds',
        description:
          'A starting set of public feeds, in the order of their ids. The addresses are not checked: a feed that does ' +
          'not work says so once it is added. The terms of its publisher apply.',
        querystring: Type.Object({
          ...PageParameters,
          sector: word('Of this sector, and those that are about all.', '^[a-z]{1,40}$', 'banking'),
          region: word('Of this country or region.', '^[A-Z]{2,10}$', 'GB'),
          language: word('In this language.', '^[a-z]{2}$', 'en'),
          kind: Type.Optional(stringEnum(publisherKinds, { description: 'Of this kind of publisher.' })),
        }),
        response: {
          200: Type.Object(
            { feeds: Type.Array(CatalogueFeed), nextCursor: NextCursor },
            { title: 'CatalogueFeedPage' },
          ),
        },
      },
      config,
    },
    async (request) => {
      const { limit: asked, cursor, ...filter } = request.query
      const { limit, after } = readPage({ ...(asked && { limit: asked }), ...(cursor && { cursor }) }, ['string'])
      const { companyId } = callerOf(request)
      const found = await administration.listCatalogueFeeds(administratorOf(request), companyId, filter)
      const rest = after ? found.filter(({ id }) => id > String(after[0])) : found
      const { items, nextCursor } = toPage(rest.slice(0, limit + 1), limit, ({ id }) => [id])
      return {
        feeds: items.map(({ id, sectors, ...feed }) => ({ catalogueId: id, sectors: [...sectors], ...feed })),
        nextCursor,
      }
    },
  )
}

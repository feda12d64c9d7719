/** The commands on feeds: `feed catalogue`, `feed add`, `feed search`, `feed list`, `feed set`, `feed poll`, `feed remove`. */
import { companyOption, optionalCompany } from '@service/foundation/admin/chosen-company.ts'
import { type Command, item, list, type Row } from '@service/foundation/admin/command.ts'
import { UsageError } from '@service/foundation/admin/usage-error.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import { publisherKinds } from './catalogue/feed-catalogue.ts'
import type { FeedActs } from './feed-acts.ts'
import { searchProviders } from './feed-source.ts'
import type { StoredFeed } from './stored-feed.ts'

type FeedCommand = Command<AdministrationFace & FeedActs>

const feedAdd: FeedCommand = {
  usage: 'feed add <url>',
  options: {
    ...companyOption,
    text: { says: 'Fetch the text of its articles from their pages as well; only where the site agrees' },
    every: { value: 'DURATION', says: 'Poll so often, at least every minute', default: 'as often as it has news' },
    name: { value: 'TEXT', says: 'What people call it' },
  },
  summary: 'Poll a feed (RSS, Atom, JSON Feed; or the id of one of `feed catalogue`), for every company or for one',
  async run({ admin, by, input }) {
    const companyId = (await optionalCompany({ admin, by, input }))?.id
    const feed = await admin.addFeed(by, {
      ...sourceNamed(input.argument('url')),
      companyId,
      name: input.text('name'),
      everyMs: input.durationMs('every'),
      fetchText: input.flag('text'),
    })
    return item(shown(feed), 'It is polled as soon as the service runs; `feed list` shows the result.')
  },
}

/** An id of the catalogue has neither dots nor slashes. */
const sourceNamed = (given: string) => (/^[a-z0-9-]+$/.test(given) ? { catalogueId: given } : { url: given })

const feedSearch: FeedCommand = {
  usage: 'feed search <provider> <text>',
  options: {
    ...companyOption,
    language: { value: 'CODE', says: 'Of the news: en' },
    country: { value: 'CODE', says: 'Of the news: GB' },
    every: { value: 'DURATION', says: 'Poll so often, at least every minute', default: 'as often as it has news' },
  },
  summary: `Poll a search for a name (${searchProviders.join(', ')}), for every company or for one; their terms apply`,
  async run({ admin, by, input }) {
    const word = input.argument('provider')
    const provider = searchProviders.find((one) => one === word)
    if (!provider) throw new UsageError(`<provider> must be one of ${searchProviders.join(', ')}.`)
    const companyId = (await optionalCompany({ admin, by, input }))?.id
    const feed = await admin.addFeed(by, {
      search: {
        provider,
        text: input.argument('text'),
        language: input.text('language'),
        country: input.text('country'),
      },
      companyId,
      everyMs: input.durationMs('every'),
    })
    return item(shown(feed), 'It is polled as soon as the service runs; `feed list` shows the result.')
  },
}

const feedCatalogue: FeedCommand = {
  usage: 'feed catalogue',
  options: {
    sector: { value: 'TEXT', says: 'Of this sector, and those about all' },
    region: { value: 'CODE', says: 'A country, EU, AFRICA, LATAM or WORLD' },
    language: { value: 'CODE', says: 'en' },
    kind: { value: 'TEXT', says: publisherKinds.join(', ') },
  },
  summary: 'List the feeds that ship as addresses, which are not checked; `feed add ID` adds one',
  async run({ admin, by, input }) {
    const word = input.text('kind')
    const kind = publisherKinds.find((one) => one === word)
    if (word !== undefined && !kind) throw new UsageError(`--kind must be one of ${publisherKinds.join(', ')}.`)
    const [sector, region, language] = [input.text('sector'), input.text('region'), input.text('language')]
    const found = await admin.listCatalogueFeeds(by, undefined, { sector, region, language, kind })
    return list('feeds', found, ['id', 'name', 'kind', 'region', 'language', 'sectors', 'url'])
  },
}

const feedList: FeedCommand = {
  usage: 'feed list',
  options: companyOption,
  summary: 'List feeds and how their last poll went, newest first',
  async run({ admin, by, input }) {
    const found = await admin.listFeeds(by, (await optionalCompany({ admin, by, input }))?.id)
    return list('feeds', found.map(shown), ['id', 'url', 'company', 'polledAt', 'outcome', 'reason', 'nextPollAt'])
  },
}

const feedPoll: FeedCommand = {
  usage: 'feed poll <feed>',
  summary: 'Poll a feed now, even one that was given up',
  async run({ admin, by, input }) {
    return item(shown(await admin.pollFeed(by, undefined, input.argument('feed'))))
  },
}

const feedSet: FeedCommand = {
  usage: 'feed set <feed>',
  options: {
    name: { value: 'TEXT', says: 'What people call it' },
    every: { value: 'DURATION', says: 'Poll so often, at least every minute' },
    auto: { says: 'Poll as often as it has news' },
    off: { says: 'Poll it no more, until --on' },
    on: { says: 'Poll it again, at once' },
  },
  summary: 'Change how a feed is polled',
  async run({ admin, by, input }) {
    const [name, everyMs] = [input.text('name'), input.durationMs('every')]
    const [auto, off, on] = [input.flag('auto'), input.flag('off'), input.flag('on')]
    if (auto && everyMs !== undefined) throw new UsageError('--every and --auto exclude each other.')
    if (off && on) throw new UsageError('--on and --off exclude each other.')
    const changes = {
      ...(name !== undefined && { name }),
      ...(everyMs !== undefined && { everyMs }),
      ...(auto && { everyMs: null }),
      ...((on || off) && { enabled: on }),
    }
    if (Object.keys(changes).length === 0) throw new UsageError('Nothing to change was named.')
    return item(shown(await admin.changeFeed(by, undefined, input.argument('feed'), changes)))
  },
}

const feedRemove: FeedCommand = {
  usage: 'feed remove <feed>',
  summary: 'Stop polling a feed; its articles stay',
  async run({ admin, by, input }) {
    return item(shown(await admin.removeFeed(by, undefined, input.argument('feed'))))
  },
}

export const feedCommands: readonly FeedCommand[] = [
  feedCatalogue,
  feedAdd,
  feedSearch,
  feedList,
  feedSet,
  feedPoll,
  feedRemove,
]

const shown = ({ companyId, name, everyMs, state, enabled, nextPollAt, ...feed }: StoredFeed): Row => ({
  ...feed,
  name: name ?? null,
  company: companyId ?? null,
  everyMs: everyMs ?? null,
  failures: state.failures,
  nextPollAt: enabled ? nextPollAt : null,
})

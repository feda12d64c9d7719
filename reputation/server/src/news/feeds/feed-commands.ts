/** The commands on feeds: `feed add`, `feed list`, `feed poll`, `feed remove`. */
import { companyOption, optionalCompany } from '@service/foundation/admin/chosen-company.ts'
import { type Command, item, list, type Row } from '@service/foundation/admin/command.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import type { FeedActs } from './feed-acts.ts'
import type { StoredFeed } from './stored-feed.ts'

type FeedCommand = Command<AdministrationFace & FeedActs>

const feedAdd: FeedCommand = {
  usage: 'feed add <url>',
  options: {
    ...companyOption,
    text: { says: 'Fetch the text of its articles from their pages as well; only where the site agrees' },
    every: { value: 'DURATION', says: 'Poll so often, at least every minute', default: 'as often as it has news' },
  },
  summary: 'Poll a feed (RSS, Atom, JSON Feed), for every company or for one',
  async run({ admin, by, input }) {
    const companyId = (await optionalCompany({ admin, by, input }))?.id
    const feed = await admin.addFeed(by, {
      url: input.argument('url'),
      companyId,
      everyMs: input.durationMs('every'),
      fetchText: input.flag('text'),
    })
    return item(shown(feed), 'It is polled as soon as the service runs; `feed list` shows the result.')
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
    return item(shown(await admin.pollFeed(by, input.argument('feed'))))
  },
}

const feedRemove: FeedCommand = {
  usage: 'feed remove <feed>',
  summary: 'Stop polling a feed; its articles stay',
  async run({ admin, by, input }) {
    return item(shown(await admin.removeFeed(by, input.argument('feed'))))
  },
}

export const feedCommands: readonly FeedCommand[] = [feedAdd, feedList, feedPoll, feedRemove]

const shown = ({ companyId, everyMs, state, enabled, nextPollAt, ...feed }: StoredFeed): Row => ({
  ...feed,
  company: companyId ?? null,
  everyMs: everyMs ?? null,
  failures: state.failures,
  nextPollAt: enabled ? nextPollAt : null,
})

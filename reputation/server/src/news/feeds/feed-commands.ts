/** The commands on feeds: `feed add`, `feed list`, `feed poll`, `feed remove`. */
import { companyOption, optionalCompany } from '@service/foundation/admin/chosen-company.ts'
import { type Command, item, list, type Row } from '@service/foundation/admin/command.ts'
import { makeAudit } from '@service/foundation/audit/audit.ts'
import { Problem } from '@service/foundation/problem.ts'
import { makeAddFeed } from './add-feed.ts'
import * as feeds from './feed-store.ts'
import { makeRemoveFeed } from './remove-feed.ts'
import type { StoredFeed } from './stored-feed.ts'

export const feedAdd: Command = {
  name: 'feed add',
  arguments: ['url'],
  options: {
    ...companyOption,
    text: { says: 'Fetch the text of its articles from their pages as well; only where the site agrees' },
    every: { value: 'DURATION', says: 'Poll so often, at least every minute (as often as it has news)' },
  },
  summary: 'Poll a feed (RSS, Atom, JSON Feed), for every company or for one',
  async run({ admin, by, input }) {
    const companyId = (await optionalCompany(admin, input))?.id
    const feed = await makeAddFeed(admin)(by, {
      url: input.argument('url'),
      companyId,
      everyMs: input.durationMs('every'),
      fetchText: input.flag('text'),
    })
    return item(shown(feed), 'It is polled as soon as the service runs; `feed list` tells how that went.')
  },
}

export const feedList: Command = {
  name: 'feed list',
  arguments: [],
  options: companyOption,
  summary: 'List feeds and how their last poll went, newest first',
  async run({ admin, input }) {
    const found = await feeds.list(admin.db.connection, (await optionalCompany(admin, input))?.id)
    return list('feeds', found.map(shown), ['id', 'url', 'company', 'polledAt', 'outcome', 'reason', 'nextPollAt'])
  },
}

export const feedPoll: Command = {
  name: 'feed poll',
  arguments: ['feed'],
  options: {},
  summary: 'Poll a feed now, even one that was given up',
  async run({ admin, by, input }) {
    const id = input.argument('feed')
    return admin.db.transaction(async (tx) => {
      const feed = await feeds.lock(tx, id)
      if (!feed) throw new Problem('not-found', `There is no feed ${id}.`)
      await feeds.makeDue(tx, id, admin.now())
      await makeAudit(admin).record(tx, by, {
        companyId: feed.companyId ?? null,
        action: 'feed.poll',
        target: id,
        before: { enabled: feed.enabled },
        after: { enabled: true },
      })
      return item(shown({ ...feed, enabled: true, nextPollAt: admin.now() }))
    })
  },
}

export const feedRemove: Command = {
  name: 'feed remove',
  arguments: ['feed'],
  options: {},
  summary: 'Poll a feed no more; the articles it has brought stay',
  async run({ admin, by, input }) {
    return item(shown(await makeRemoveFeed(admin)(by, input.argument('feed'))))
  },
}

const shown = ({ companyId, everyMs, state, enabled, nextPollAt, ...feed }: StoredFeed): Row => ({
  ...feed,
  company: companyId ?? null,
  everyMs: everyMs ?? null,
  failures: state.failures,
  nextPollAt: enabled ? nextPollAt : null,
})

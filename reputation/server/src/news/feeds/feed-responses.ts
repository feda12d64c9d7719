/** A company's feeds as it reads them. */
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum } from '@service/foundation/http/model/string-enum.ts'
import Type, { type Static } from 'typebox'
import { feedKinds, type StoredFeed } from './stored-feed.ts'

const healths = ['new', 'ok', 'failing', 'off'] as const

export const Feed = Type.Object(
  {
    feedId: Type.String({ examples: ['fed_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    kind: openEnum(feedKinds, { description: '`feed`: RSS, Atom or JSON Feed. `gdelt`: a search at GDELT.' }),
    url: Type.String({ description: 'The address, as given.', examples: ['https://news.example.org/rss.xml'] }),
    name: nullable(Type.String({ description: 'What people call it.', examples: ['The Example'] })),
    enabled: Type.Boolean({
      description: 'False if it is switched off, or its site says that it is permanently gone.',
    }),
    pollEverySeconds: nullable(
      Type.Integer({ description: 'The interval that is set for it; null: chosen automatically.', examples: [300] }),
    ),
    health: openEnum(healths, {
      title: 'FeedHealth',
      description: '`new`: not polled yet. `failing`: the last poll failed, and it is polled again later.',
    }),
    failures: Type.Integer({ minimum: 0, description: 'Failed polls in a row.' }),
    lastPolledAt: nullable(Instant('When it was polled last.')),
    outcome: nullable(
      Type.String({
        description: 'How the last poll went: a word that docs/feeds.md explains.',
        examples: ['read, 2 new'],
      }),
    ),
    reason: nullable(
      Type.String({
        description: 'Why the next poll is when it is, or what is wrong.',
        examples: ['the interval that suits the feed'],
      }),
    ),
    nextPollAt: nullable(Instant('When it is polled next; null while it is off.')),
    createdAt: Instant('When it was added.'),
  },
  { title: 'Feed' },
)

function healthOf({ enabled, polledAt, state }: StoredFeed): (typeof healths)[number] {
  if (!enabled) return 'off'
  if (!polledAt) return 'new'
  return state.failures > 0 ? 'failing' : 'ok'
}

export const showFeed = (feed: StoredFeed): Static<typeof Feed> => ({
  feedId: feed.id,
  kind: feed.kind,
  url: feed.url,
  name: feed.name ?? null,
  enabled: feed.enabled,
  pollEverySeconds: feed.everyMs === undefined ? null : Math.round(feed.everyMs / 1_000),
  health: healthOf(feed),
  failures: feed.state.failures,
  lastPolledAt: feed.polledAt?.toISOString() ?? null,
  outcome: feed.outcome ?? null,
  reason: feed.reason ?? null,
  nextPollAt: feed.enabled ? feed.nextPollAt.toISOString() : null,
  createdAt: feed.createdAt.toISOString(),
})

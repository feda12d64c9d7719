import Type from 'typebox'
import type { AuditEvent, Fields } from '../audit/model/audit-event.ts'
import type { Company } from '../companies/model/company.ts'
import { NextCursor, withNamesOfFields } from '../http/http.ts'
import { Instant } from '../http/model/instant.ts'
import { nullable } from '../http/model/nullable.ts'
import { stringEnum } from '../http/model/string-enum.ts'
import type { ListedKey } from '../keys/keys.ts'
import { keyStatus } from '../keys/model/api-key.ts'

const maybeInstant = (description: string) => nullable(Instant(description))

export const KeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    prefix: Type.String({ description: 'The first characters of the key.', examples: ['svc_1a2b'] }),
    lastFour: Type.String({ description: 'Its last four.', examples: ['9xyz'] }),
    scopes: Type.Array(Type.String()),
    status: stringEnum(['active', 'expiring', 'expired', 'revoked'], {
      description: '`expiring`: another key has replaced it, and it works until `expiresAt`.',
    }),
    createdAt: Instant('When it was made.'),
    createdBy: Type.Object(
      {
        id: Type.String(),
        name: nullable(Type.String()),
        hasLeft: Type.Boolean({ description: 'The person has left the company; the key stays valid.' }),
      },
      { title: 'KeyCreator' },
    ),
    expiresAt: maybeInstant('From when on it is refused; null where it does not expire.'),
    lastUsedAt: maybeInstant('When it was last used; may lag by a minute.'),
    revokedAt: maybeInstant('When it was revoked.'),
    replacedBy: nullable(Type.String({ description: 'The id of the key that replaced it in a rotation.' })),
  },
  { title: 'ApiKey' },
)

export const KeyPage = Type.Object({ keys: Type.Array(KeySchema), nextCursor: NextCursor }, { title: 'ApiKeyPage' })

export const NewKey = Type.Object(
  { key: KeySchema, secret: Type.String({ description: 'The key itself. It is shown only once.' }) },
  { title: 'NewApiKey' },
)

export const showKey = ({ companyId: _, createdBy, creatorName, creatorHasLeft, ...key }: ListedKey, now: Date) => ({
  ...key,
  scopes: [...key.scopes],
  status: keyStatus({ ...key, companyId: _, createdBy }, now),
  createdAt: key.createdAt.toISOString(),
  createdBy: { id: createdBy, name: creatorName, hasLeft: creatorHasLeft },
  expiresAt: key.expiresAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  revokedAt: key.revokedAt?.toISOString() ?? null,
})

const ChangedFields = withNamesOfFields(
  Type.Unsafe<Fields | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'The fields that changed.',
  }),
)

export const AuditPage = Type.Object(
  {
    events: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          at: Instant('When it happened.'),
          actor: Type.String({
            description: 'Who did it: `user:…`, `key:…`, `operator:…`, or `system`.',
            examples: ['user:usr_01kd3f9n8x4s6t2v7w0y5z1a3b'],
          }),
          actorName: nullable(Type.String({ description: 'The name of that person or key, where it is known.' })),
          action: Type.String({ examples: ['key.create'] }),
          target: Type.String({ description: 'The id of what was acted on.' }),
          before: ChangedFields,
          after: ChangedFields,
          requestId: nullable(Type.String()),
          redacted: Type.Boolean({ description: 'Personal data has been removed.' }),
        },
        { title: 'AuditEvent' },
      ),
    ),
    nextCursor: NextCursor,
  },
  { title: 'AuditEventPage' },
)

export const showEvent = (
  { id, at, actor, action, target, before, after, requestId, redactedAt }: AuditEvent,
  names: ReadonlyMap<string, string>,
) => ({
  id,
  at: at.toISOString(),
  actor,
  actorName: names.get(actor) ?? null,
  action,
  target,
  before,
  after,
  requestId,
  redacted: redactedAt !== null,
})

export const CompanySchema = Type.Object(
  {
    id: Type.String(),
    slug: Type.String(),
    name: Type.String(),
    timeZone: Type.String({ description: 'An IANA name, for display. Days are UTC.', examples: ['Europe/Paris'] }),
    createdAt: Instant('When it was made.'),
    requestsPerMinute: Type.Integer({ description: 'The rate limit of each key. A person has five times as many.' }),
    monthlyQuota: Type.Integer({ description: 'The requests of a calendar month (UTC).' }),
    requestsUsed: Type.Integer({ description: 'Those of this month so far.' }),
  },
  { title: 'Company' },
)

export const showCompany = (company: Company, requestsUsed: number) => ({
  ...company,
  createdAt: company.createdAt.toISOString(),
  requestsUsed,
})

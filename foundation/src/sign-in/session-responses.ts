import Type from 'typebox'
import { NextCursor } from '../http/http.ts'
import { nullable } from '../http/model/nullable.ts'
import type { Access } from '../identity/model/access.ts'
import type { Member } from './list-members.ts'
import { linkKinds, type NewLink } from './model/account-link.ts'
import { endOf, freshUntil, type Session } from './model/session.ts'
import type { Account } from './read-account.ts'

export const Instant = (description: string) => Type.String({ format: 'date-time', description })

export const SignedInPerson = Type.Object(
  {
    user: Type.Object(
      {
        id: Type.String(),
        email: Type.String(),
        name: Type.String(),
        hasPassword: Type.Boolean({
          description: 'False for a person who signed in by a link and has chosen none yet.',
        }),
        hasPasskey: Type.Boolean(),
      },
      { title: 'SignedInUser' },
    ),
    company: Type.Object(
      { id: Type.String(), name: Type.String(), slug: Type.String(), timeZone: Type.String() },
      { title: 'SignedInCompany' },
    ),
    role: Type.String({ examples: ['analyst'] }),
    permissions: Type.Array(Type.String(), {
      description: 'What the role may do; the scopes of keys are among them.',
      examples: [['alerts:read']],
    }),
    session: Type.Object(
      {
        id: Type.String(),
        createdAt: Instant('When the person signed in.'),
        expiresAt: Instant('When the session ends at the latest.'),
        endsAt: Instant('When it ends if it is not used again.'),
        freshUntil: Instant('Until when what is dangerous needs no other confirmation by password.'),
      },
      { title: 'OwnSession' },
    ),
  },
  { title: 'SignedInPerson' },
)

export const showAccount = (account: Account, { permissionsOfPerson }: Access) => ({
  user: {
    id: account.userId,
    email: account.email,
    name: account.name,
    hasPassword: account.hasPassword,
    hasPasskey: account.hasPasskey,
  },
  company: {
    id: account.companyId,
    name: account.companyName,
    slug: account.slug,
    timeZone: account.timeZone,
  },
  role: account.role,
  permissions: [...permissionsOfPerson(account)],
  session: {
    id: account.sessionId,
    createdAt: account.createdAt.toISOString(),
    expiresAt: account.expiresAt.toISOString(),
    endsAt: endOf(account).toISOString(),
    freshUntil: freshUntil(account).toISOString(),
  },
})

const SessionSchema = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: 'The session of this very request.' }),
    createdAt: Instant('When the person signed in.'),
    lastUsedAt: Instant('When it was last used; may lag by a minute.'),
    endsAt: Instant('When it ends if it is not used again.'),
    address: nullable(Type.String({ description: 'Where the person signed in.', examples: ['192.0.2.7'] })),
    userAgent: nullable(Type.String({ description: 'What the browser calls itself.' })),
  },
  { title: 'PersonSession' },
)

export const SessionList = Type.Object(
  { sessions: Type.Array(SessionSchema), nextCursor: NextCursor },
  { title: 'PersonSessions' },
)

export const showSession = (session: Session, currentId: string | undefined) => ({
  id: session.id,
  current: session.id === currentId,
  createdAt: session.createdAt.toISOString(),
  lastUsedAt: session.lastUsedAt.toISOString(),
  endsAt: endOf(session).toISOString(),
  address: session.address,
  userAgent: session.userAgent,
})

export const MemberSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: Type.String({ examples: ['analyst'] }),
    status: Type.String({
      enum: ['active', 'invited'],
      description: '`invited` until the person can sign in, or has.',
    }),
    createdAt: Instant('When the person was added.'),
    lastUsedAt: nullable(
      Type.String({
        format: 'date-time',
        description: 'When one of their sessions was last used; null where none is left.',
      }),
    ),
  },
  { title: 'Member' },
)

export const MemberList = Type.Object(
  { members: Type.Array(MemberSchema), nextCursor: NextCursor },
  { title: 'Members' },
)

export const showMember = ({ canSignIn, createdAt, lastUsedAt, ...member }: Member) => ({
  ...member,
  status: canSignIn ? 'active' : 'invited',
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export const LinkSchema = Type.Object(
  {
    kind: Type.String({ enum: [...linkKinds] }),
    link: Type.String({ description: 'Shown once: give it only to that person.' }),
    expiresAt: Instant('Until when it can be used.'),
  },
  { title: 'NewAccountLink' },
)

export const Invitation = Type.Object({ member: MemberSchema, link: LinkSchema }, { title: 'Invitation' })

export const showLink = ({ kind, link, expiresAt }: NewLink) => ({ kind, link, expiresAt: expiresAt.toISOString() })

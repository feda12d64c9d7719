import Type from 'typebox'
import type { Access } from '../identity/model/access.ts'
import { endOf, freshUntil } from './model/session.ts'
import type { Account } from './read-account.ts'

const Instant = (description: string) => Type.String({ format: 'date-time', description })

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

export const showAccount = (account: Account, { permissionsOf }: Access) => ({
  user: { id: account.userId, email: account.email, name: account.name, hasPassword: account.hasPassword },
  company: {
    id: account.companyId,
    name: account.companyName,
    slug: account.slug,
    timeZone: account.timeZone,
  },
  role: account.role,
  permissions: [...permissionsOf(account.role)],
  session: {
    id: account.sessionId,
    createdAt: account.createdAt.toISOString(),
    expiresAt: account.expiresAt.toISOString(),
    endsAt: endOf(account).toISOString(),
    freshUntil: freshUntil(account).toISOString(),
  },
})

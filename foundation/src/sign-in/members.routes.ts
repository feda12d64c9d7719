/** The people of a company, for those who manage them. What needs a fresh proof is said by the rules of the acts. */
import Type from 'typebox'
import { type App, administratorOf, callerOf, PageParameters, problems, readPage, toPage } from '../http/http.ts'
import type { Administrator } from '../identity/model/administrator.ts'
import type { User } from '../users/model/user.ts'
import type { Member } from './list-members.ts'
import type { makeMemberActs } from './member-acts.ts'
import {
  Invitation,
  LinkSchema,
  MemberList,
  MemberSchema,
  SessionList,
  showLink,
  showMember,
  showSession,
} from './session-responses.ts'

/** The acts of the administration that these routes call. */
export type MemberActs = ReturnType<typeof makeMemberActs>

export type MemberRouteDeps = { members: MemberActs }

const tags = ['People']
const config = { session: 'people:manage' as const }
const Path = Type.Object({ userId: Type.String() })
const Role = Type.String({
  maxLength: 40,
  description: '`viewer`, `analyst`, `member`, `admin` or `owner`.',
  examples: ['analyst'],
})
const Name = Type.String({ minLength: 1, maxLength: 200 })

export function memberRoutes(app: App, deps: MemberRouteDeps): void {
  listRoute(app, deps)
  inviteRoutes(app, deps)
  changeRoutes(app, deps)
  sessionsRoutes(app, deps)
  factorRoute(app, deps)
}

function listRoute(app: App, { members }: MemberRouteDeps): void {
  app.get(
    '/auth/members',
    {
      schema: {
        operationId: 'listMembers',
        tags,
        summary: 'List the people of the company',
        description: 'Newest first, without those who have left.',
        querystring: Type.Object(PageParameters),
        response: { 200: MemberList },
      },
      config,
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const before = after?.[0] as string | undefined
      const { companyId } = callerOf(request)
      const found = await members.listMembers(administratorOf(request), companyId, { before, limit: limit + 1 })
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      return { members: items.map(showMember), nextCursor }
    },
  )
}

function inviteRoutes(app: App, { members }: MemberRouteDeps): void {
  app.post(
    '/auth/members',
    {
      schema: {
        operationId: 'inviteMember',
        tags,
        summary: 'Invite somebody to the company',
        description:
          'The link is shown once, can be used once, and for seven days. Nobody can give a role with more permissions than their own.',
        body: Type.Object(
          { email: Type.String({ minLength: 3, maxLength: 320 }), name: Name, role: Type.Optional(Role) },
          { title: 'NewMember', additionalProperties: false },
        ),
        response: { 201: Invitation, ...problems('conflict') },
      },
      config: { ...config, stepUp: true, showsSecret: true },
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      const { user, invitation } = await members.inviteUser(administratorOf(request), {
        ...request.body,
        companyId,
      })
      return reply.code(201).send({ member: showMember(newMember(user)), link: showLink(invitation) })
    },
  )

  app.post(
    '/auth/members/:userId/link',
    {
      schema: {
        operationId: 'createMemberLink',
        tags,
        summary: 'Create a link for a person of the company',
        description: 'An invitation for somebody who has no password yet, else a reset. It replaces the previous link.',
        params: Path,
        response: { 201: Type.Object({ link: LinkSchema }, { title: 'MemberLink' }), ...problems('not-found') },
      },
      config: { ...config, stepUp: true, showsSecret: true },
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      const link = await members.makeAccountLink(administratorOf(request), companyId, request.params.userId)
      return reply.code(201).send({ link: showLink(link) })
    },
  )
}

function changeRoutes(app: App, { members }: MemberRouteDeps): void {
  app.patch(
    '/auth/members/:userId',
    {
      schema: {
        operationId: 'changeMember',
        tags,
        summary: 'Change somebody’s role or name',
        description: 'Another role ends the sessions of the person. The company keeps an owner who can sign in.',
        params: Path,
        body: Type.Object(
          { role: Type.Optional(Role), name: Type.Optional(Name) },
          { title: 'MemberChange', additionalProperties: false },
        ),
        response: { 200: MemberSchema, ...problems('not-found', 'conflict') },
      },
      config: { ...config, stepUp: true },
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const { userId } = request.params
      const by = administratorOf(request)
      await members.changeMember(by, companyId, userId, request.body)
      return showMember(await readMember(members, by, companyId, userId))
    },
  )

  app.delete(
    '/auth/members/:userId',
    {
      schema: {
        operationId: 'removeMember',
        tags,
        summary: 'Remove somebody from the company',
        description: 'Ends their sessions at once. The audit and their keys keep their name.',
        params: Path,
        response: { 204: Type.Null(), ...problems('not-found', 'conflict') },
      },
      config: { ...config, stepUp: true },
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      await members.removeMember(administratorOf(request), companyId, request.params.userId)
      return reply.code(204).send(null)
    },
  )
}

function sessionsRoutes(app: App, { members }: MemberRouteDeps): void {
  app.get(
    '/auth/members/:userId/sessions',
    {
      schema: {
        operationId: 'listMemberSessions',
        tags,
        summary: 'List the sessions of somebody of the company',
        description: 'Where they are signed in, newest first.',
        params: Path,
        response: { 200: SessionList, ...problems('not-found') },
      },
      config,
    },
    async (request) => {
      const { companyId, session } = callerOf(request)
      const found = await members.listMemberSessions(administratorOf(request), companyId, request.params.userId)
      return { sessions: found.map((one) => showSession(one, session?.id)), nextCursor: null }
    },
  )

  app.delete(
    '/auth/members/:userId/sessions',
    {
      schema: {
        operationId: 'endMemberSessions',
        tags,
        summary: 'End the sessions of somebody of the company',
        description: 'They are signed out everywhere at once, and assistants lose their access.',
        params: Path,
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config,
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      await members.endMemberSessions(administratorOf(request), companyId, request.params.userId)
      return reply.code(204).send(null)
    },
  )
}

function factorRoute(app: App, { members }: MemberRouteDeps): void {
  app.delete(
    '/auth/members/:userId/second-factor',
    {
      schema: {
        operationId: 'removeMemberFactor',
        tags,
        summary: 'Remove the second factor of somebody of the company',
        description: 'For somebody else who has lost the app and the recovery codes. They are signed out everywhere.',
        params: Path,
        response: { 204: Type.Null(), ...problems('not-found') },
      },
      config: { ...config, stepUp: true },
    },
    async (request, reply) => {
      await members.removeMemberFactor(administratorOf(request), callerOf(request).companyId, request.params.userId)
      return reply.code(204).send(null)
    },
  )
}

/** As it is listed from now on. */
const newMember = ({ id, email, name, role, createdAt }: User): Member => ({
  id,
  email: email ?? '',
  name: name ?? '',
  role,
  createdAt,
  canSignIn: false,
  lastUsedAt: null,
})

async function readMember(members: MemberActs, by: Administrator, companyId: string, userId: string): Promise<Member> {
  const [member] = await members.listMembers(by, companyId, { id: userId, limit: 1 })
  return member!
}

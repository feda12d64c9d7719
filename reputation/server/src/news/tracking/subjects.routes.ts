/** A company’s subjects over HTTP: who it is in the news, and who its peers are. A face of the administration. */
import { administratorOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { withBodyFaults } from '@service/foundation/http/body-faults.ts'
import { stringEnum, stringEnumOrNull } from '@service/foundation/http/model/string-enum.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import Type from 'typebox'
import { subjectRoles } from '../model/stored-subject.ts'
import { maxSubjects } from './add-subject.ts'
import { subjectNotFound } from './change-company-subject.ts'
import type { SubjectActs } from './subject-acts.ts'
import { Alias, Subject, SubjectTrial, showSubject, showTrial } from './subject-responses.ts'
import { trialShows } from './try-subject.ts'

export type SubjectDeps = { administration: SubjectActs }

const path = '/api/v1/subjects'
const tags = ['Set-up']
const reading = { scope: 'reputation:read' as const }
const managing = { scope: 'subjects:manage' as const }

const SubjectPath = Type.Object({
  subjectId: Type.String({
    description: 'The `subjectId` of a subject.',
    examples: ['sub_01kd3f9n8x4s6t2v7w0y5z1a3b'],
  }),
})

/** A malformed id is not found, like an unknown one. */
function subjectIdOf({ subjectId }: { subjectId: string }): string {
  if (!/^sub_[0-9a-z_-]{1,60}$/.test(subjectId)) throw subjectNotFound()
  return subjectId
}

const aliases = Type.Array(Alias, {
  minItems: 1,
  maxItems: 50,
  description: 'Other names in the news. The subject’s own name is always searched for; list it to set its options.',
})
const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, description: 'What people call it.', examples: ['Example Ltd'] }),
  sector: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Peers are those of one sector; kept in lower case.',
    examples: ['widgets'],
  }),
  aliases: Type.Optional(aliases),
  blockers: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 50,
      description: 'Phrases in which a name means something else.',
      examples: [['example sentence']],
    }),
  ),
}
const role = stringEnum(subjectRoles, {
  title: 'SubjectRole',
  description: '`own`: your figures are about it; a company has one. `peer`: your company is compared with it.',
})

export function subjectRoutes(app: App, deps: SubjectDeps): void {
  readRoutes(app, deps)
  createRoute(app, deps)
  changeRoutes(app, deps)
  trialRoute(app, deps)
}

function readRoutes(app: App, { administration }: SubjectDeps): void {
  app.get(
    path,
    {
      schema: {
        operationId: 'listSubjects',
        tags,
        summary: 'List subjects',
        description: 'Your own subjects and those that the installation shares, newest first.',
        querystring: Type.Object({
          ...PageParameters,
          role: Type.Optional(
            stringEnum([...subjectRoles, 'none'], { description: 'Only those that you follow so, or not at all.' }),
          ),
        }),
        response: {
          200: Type.Object({ subjects: Type.Array(Subject), nextCursor: NextCursor }, { title: 'SubjectPage' }),
        },
      },
      config: reading,
    },
    async (request) => {
      const { role, ...page } = request.query
      const { limit, after } = readPage(page, ['string'])
      const filter = { role, beforeId: after?.[0] as string | undefined }
      const { companyId } = callerOf(request)
      const found = await administration.listCompanySubjects(administratorOf(request), companyId, filter, limit + 1)
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      return { subjects: items.map(showSubject), nextCursor }
    },
  )

  app.get(
    `${path}/:subjectId`,
    {
      schema: {
        operationId: 'getSubject',
        tags,
        summary: 'Get a subject',
        description: 'One of your own, or one that the installation shares.',
        params: SubjectPath,
        response: { 200: Subject, ...problems('not-found') },
      },
      config: reading,
    },
    async (request) => {
      const by = administratorOf(request)
      const { companyId } = callerOf(request)
      return showSubject(await administration.readCompanySubject(by, companyId, subjectIdOf(request.params)))
    },
  )
}

function createRoute(app: App, { administration }: SubjectDeps): void {
  app.post(
    path,
    {
      schema: {
        operationId: 'createSubject',
        tags,
        summary: 'Create a subject',
        description:
          'A company to look for in the news, for your company alone, and followed by it at once. Stored articles are ' +
          `searched for it in the background. A company may have ${maxSubjects} subjects, each name once.`,
        body: Type.Object({ ...fields, role }, { title: 'NewSubject', additionalProperties: false }),
        response: { 201: Subject, ...problems('conflict') },
      },
      config: managing,
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      const { aliases = [{ text: request.body.name }], ...body } = request.body
      const added = await withBodyFaults(() =>
        administration.addSubject(administratorOf(request), { ...body, aliases, companyId }),
      )
      return reply.code(201).send(showSubject({ ...added, role: body.role, isSearching: true }))
    },
  )
}

function changeRoutes(app: App, { administration }: SubjectDeps): void {
  app.patch(
    `${path}/:subjectId`,
    {
      schema: {
        operationId: 'changeSubject',
        tags,
        summary: 'Change a subject',
        description:
          'Fields that are absent stay as they are. After a change of names, stored articles are searched again in the ' +
          'background. Of a subject that the installation shares, only the role can be changed. With a role of null ' +
          'you no longer follow it.',
        params: SubjectPath,
        body: Type.Object(
          {
            name: Type.Optional(fields.name),
            sector: Type.Optional(fields.sector),
            aliases: fields.aliases,
            blockers: fields.blockers,
            role: Type.Optional(
              stringEnumOrNull(subjectRoles, { description: 'As in a new subject; null: not followed.' }),
            ),
          },
          { title: 'SubjectChanges', additionalProperties: false },
        ),
        response: { 200: Subject, ...problems('not-found', 'conflict') },
      },
      config: managing,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const id = subjectIdOf(request.params)
      const change = () => administration.changeCompanySubject(administratorOf(request), companyId, id, request.body)
      return showSubject(await withBodyFaults(change))
    },
  )

  app.delete(
    `${path}/:subjectId`,
    {
      schema: {
        operationId: 'deleteSubject',
        tags,
        summary: 'Delete a subject',
        description:
          'One of your own, with what was found about it; articles stay. 409 while its role is `own`: all your figures ' +
          'speak of it.',
        params: SubjectPath,
        response: { 204: Type.Null(), ...problems('not-found', 'conflict') },
      },
      config: managing,
    },
    async (request, reply) => {
      const { companyId } = callerOf(request)
      await administration.removeCompanySubject(administratorOf(request), companyId, subjectIdOf(request.params))
      return reply.code(204).send(null)
    },
  )
}

function trialRoute(app: App, { administration }: SubjectDeps): void {
  app.post(
    `${path}/try`,
    {
      schema: {
        operationId: 'trySubject',
        tags,
        summary: 'Try names against stored headlines',
        description:
          'Says in which headlines of the last days the names stand, and how probably they mean the company there. Nothing is ' +
          'kept.',
        body: Type.Object(
          {
            name: fields.name,
            aliases: fields.aliases,
            blockers: fields.blockers,
            days: Type.Optional(
              Type.Integer({ minimum: 1, maximum: 30, default: 7, description: 'How many days back.' }),
            ),
            limit: Type.Optional(
              Type.Integer({ minimum: 0, maximum: 200, default: 50, description: 'The most headlines to list.' }),
            ),
            subjectId: Type.Optional(
              Type.String({
                description:
                  'A subject to compare with: the response says what is newly found and what is no longer found.',
                examples: ['sub_01kd3f9n8x4s6t2v7w0y5z1a3b'],
              }),
            ),
            show: Type.Optional(
              stringEnum(trialShows, {
                description: 'Which headlines to list. `namesakes`: the name probably means something else.',
                default: 'found',
              }),
            ),
          },
          { title: 'SubjectToTry', additionalProperties: false },
        ),
        response: { 200: SubjectTrial, ...problems('not-found') },
      },
      config: managing,
    },
    async (request) => {
      const { companyId } = callerOf(request)
      const { days = 7, limit = 50, name, aliases = [{ text: name }], subjectId, show, ...rest } = request.body
      const subject = { name, aliases, ...rest }
      const by = administratorOf(request)
      const options = { days, limit, subjectId: subjectId && subjectIdOf({ subjectId }), ...(show && { show }) }
      const tried = await withBodyFaults(() => administration.trySubject(by, companyId, subject, options))
      return showTrial(tried)
    },
  )
}

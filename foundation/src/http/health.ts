/** `/healthz`: this process is alive. `/readyz`: whether it can serve, or what is missing and why. */
import Type from 'typebox'
import { Problem, problemBody } from '../problem.ts'
import type { App } from './app.ts'
import { ProblemSchema, problems } from './problem-body.ts'
import type { NamedCheck, Readiness, ReadinessReport } from './readiness.ts'

const Health = Type.Object({ status: Type.Literal('alive') }, { title: 'Health' })
const ReadinessCheck = Type.Object(
  {
    name: Type.String({ description: 'The part that was checked.', examples: ['database'] }),
    ready: Type.Boolean(),
    note: Type.Optional(Type.String({ description: 'What is wrong, for a person.' })),
    waiting: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'For a part that works in the background: the age, in seconds, of the oldest work that waits; 0 if none does.',
      }),
    ),
  },
  { title: 'ReadinessCheck' },
)
const CapabilityState = Type.Object(
  {
    name: Type.String({ description: 'A part of the service, to be asked for as `capability`.', examples: ['news'] }),
    ready: Type.Boolean(),
  },
  { title: 'Capability' },
)
const ReadinessResponse = Type.Object(
  {
    status: Type.Literal('ready'),
    capabilities: Type.Array(CapabilityState, { description: 'What the service can do, part by part.' }),
    checks: Type.Array(ReadinessCheck),
  },
  { title: 'Readiness' },
)

const tag = 'Operation'
export const healthTags = { [tag]: 'Whether the service is alive and ready. Needs no key.' }

export function healthRoutes(app: App, readiness: Readiness): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'getHealth',
        tags: [tag],
        summary: 'Check that the process is alive',
        description: 'Responds as long as the process runs, whatever state its parts are in.',
        response: { 200: Health },
      },
      config: { public: true },
    },
    async () => ({ status: 'alive' as const }),
  )

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'getReadiness',
        tags: [tag],
        summary: 'Check whether the service can serve',
        description:
          '200 while a part of the service can be used; `capabilities` says which. With `capability`, 200 while that part can. ' +
          '503 names in `details` each check that failed, and why.',
        querystring: Type.Object({
          capability: Type.Optional(
            Type.String({ maxLength: 40, description: 'One part of the service: a `name` of `capabilities`.' }),
          ),
        }),
        response: { 200: ReadinessResponse, 503: ProblemSchema, ...problems('invalid-request') },
      },
      config: { public: true },
    },
    async (request, reply) => {
      const report = await readiness.report()
      const missing = missingFor(request.query.capability, report)
      if (missing.length === 0) {
        const capabilities = report.capabilities.map(({ name, ready }) => ({ name, ready }))
        return { status: 'ready' as const, capabilities, checks: report.checks }
      }
      const details = missing.map(({ name, note }) => ({ path: name, message: note ?? 'is not ready' }))
      const notes = details.map(({ path, message }) => `${path}: ${message.replace(/\.$/, '')}`)
      const message = `Not ready. ${notes.join('; ')}.`
      return reply
        .code(503)
        .header('retry-after', '5')
        .send(problemBody(503, message, 'unavailable', details))
    },
  )
}

/** The checks that failed and are needed, by the capability or, without one, by the service as a whole. */
function missingFor(wanted: string | undefined, report: ReadinessReport): readonly NamedCheck[] {
  if (wanted === undefined) return report.ready ? [] : report.checks.filter(({ ready }) => !ready)
  const found = report.capabilities.find(({ name }) => name === wanted)
  if (found) return found.missing
  const message = `must be one of ${report.capabilities.map(({ name }) => name).join(', ')}`
  throw new Problem('invalid-request', `query.capability ${message}.`, {
    details: [{ path: 'query.capability', message }],
  })
}

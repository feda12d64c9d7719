/** `/healthz`: this process is alive. `/readyz`: whether it can serve, or what is missing and why. */
import Type from 'typebox'
import { problemBody } from '../problem.ts'
import type { App } from './app.ts'
import { ProblemSchema } from './problem-body.ts'
import type { Readiness } from './readiness.ts'

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
const ReadinessReport = Type.Object(
  { status: Type.Literal('ready'), checks: Type.Array(ReadinessCheck) },
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
        description: '503 names in `details` each part that is not ready, and why.',
        response: { 200: ReadinessReport, 503: ProblemSchema },
      },
      config: { public: true },
    },
    async (_request, reply) => {
      const { ready, checks } = await readiness.report()
      if (ready) return { status: 'ready' as const, checks }
      const missing = checks.filter((check) => !check.ready)
      const details = missing.map(({ name, note }) => ({ path: name, message: note ?? 'is not ready' }))
      const message = `Not ready: ${details.map(({ path, message }) => `${path} ${message}`).join('; ')}.`
      return reply
        .code(503)
        .header('retry-after', '5')
        .send(problemBody(503, message, 'unavailable', details))
    },
  )
}

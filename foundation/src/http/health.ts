/** `/healthz`: this process is alive. `/readyz`: it can serve, or what is missing and why. */
import Type from 'typebox'
import { problemBody } from '../problem.ts'
import type { App } from './app.ts'
import { ProblemSchema } from './problem-body.ts'
import type { Readiness } from './readiness.ts'

const Alive = Type.Object({ status: Type.Literal('alive') })
const Ready = Type.Object({
  status: Type.Literal('ready'),
  checks: Type.Array(Type.Object({ name: Type.String(), ready: Type.Boolean(), note: Type.Optional(Type.String()) })),
})

export function healthRoutes(app: App, readiness: Readiness): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'getHealth',
        tags: ['Operation'],
        summary: 'Is the process alive?',
        response: { 200: Alive },
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
        tags: ['Operation'],
        summary: 'Can it serve? If not, what is missing and why',
        response: { 200: Ready, 503: ProblemSchema },
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

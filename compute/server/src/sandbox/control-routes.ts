/** What the sandbox has beside the API itself: its session, its clock, what goes wrong in it, and what happened. */
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import { callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum, stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import { apiVersion } from '../api-description.ts'
import { faultKinds, mendFaults, throwFault } from './faults.ts'
import { maxDeployments, type Session } from './session.ts'
import { rangeOf, sessionMs } from './sessions.ts'

export const sandboxTag = { Sandbox: 'The session: its clock, its faults and what happened in it.' }

type Deps = { sessionOf(id: string): Session; end(id: string): void }

const tags = ['Sandbox']
const config = { scope: 'deployments:read' as const }
const maxSeconds = 7 * 86_400

const SessionResponse = Type.Object(
  {
    api_version: Type.String({ description: 'The version of the API.', examples: [apiVersion] }),
    session: Type.String({ description: 'The id, which further requests carry in the header `X-Service-Sandbox`.' }),
    ends_at: Instant('When it is forgotten, in real time.'),
    clock: Instant('The time of the session, which can be moved.'),
    deployments_made: Type.Integer({ description: 'How many deployments it has made, deleted ones included.' }),
    deployments_limit: Type.Integer({ description: 'How many it can make.' }),
    gpu_hours_used: Type.Number({ description: 'GPU-hours used in the month.' }),
    gpu_hours_limit: Type.Number({ description: 'GPU-hours of a month.' }),
    hubs: Type.Array(
      Type.Object(
        {
          hub: Type.String({ description: 'Its id.' }),
          country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
          state: stringEnum(['ready', 'draining', 'unreachable', 'disabled'], {
            title: 'HubState',
            description: 'Only a ready hub takes new deployments.',
          }),
          faults: Type.Array(Type.String(), { description: 'What was made to go wrong there.' }),
        },
        { title: 'SandboxHub' },
      ),
    ),
  },
  { title: 'SandboxSession' },
)

const StoryResponse = Type.Object(
  {
    clock: Instant('The time of the session.'),
    entries: Type.Array(
      Type.Object(
        {
          number: Type.Integer({ description: 'Ascending; ask for more after the last.' }),
          at: Instant('By the clock of the session.'),
          kind: openEnum(['deployment', 'hub', 'clock', 'hours', 'grid'], { description: 'What it is about.' }),
          deployment_id: nullable(Type.String()),
          status: nullable(Type.String({ description: 'The status that the deployment has from here on.' })),
          hub: nullable(Type.String()),
          text: Type.String({ description: 'What happened, for a person.' }),
          code: nullable(Type.String({ description: 'The file that decides it.' })),
        },
        { title: 'StoryEntry' },
      ),
      { description: 'The oldest first.' },
    ),
  },
  { title: 'SandboxStory' },
)

export function controlRoutes(app: App, deps: Deps): void {
  sessionRoutes(app, deps)
  faultRoutes(app, deps)
  storyRoute(app, deps)
}

function sessionRoutes(app: App, { sessionOf, end }: Deps): void {
  const moving = new Set<string>()
  app.get(
    '/v1/session',
    {
      schema: {
        operationId: 'getSandboxSession',
        tags,
        summary: 'Get the session',
        description: 'A request without a session makes one.',
        response: { 200: SessionResponse },
      },
      config,
    },
    async (request) => {
      const session = sessionOf(callerOf(request).companyId)
      return session.serially(() => sessionResponse(session))
    },
  )

  app.delete(
    '/v1/session',
    {
      schema: {
        operationId: 'endSandboxSession',
        tags,
        summary: 'End the session',
        description: 'All of it is forgotten at once.',
        response: { 204: Type.Null() },
      },
      config,
    },
    async (request, reply) => {
      end(callerOf(request).companyId)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/v1/clock',
    {
      schema: {
        operationId: 'moveSandboxClock',
        tags,
        summary: 'Move the clock on',
        description: 'Everything that would have happened until then happens at once.',
        body: Type.Object(
          {
            advance_seconds: Type.Integer({
              minimum: 1,
              maximum: maxSeconds,
              description: 'By how much.',
              examples: [3600],
            }),
          },
          { title: 'SandboxClock', additionalProperties: false },
        ),
        response: { 200: SessionResponse },
      },
      config,
    },
    async (request) => {
      const session = sessionOf(callerOf(request).companyId)
      const { advance_seconds: seconds } = request.body
      return oneAtATime(moving, [session.id, rangeOf(request.ip)], () =>
        session.serially(async () => {
          session.story.tell(session.clock.now(), {
            kind: 'clock',
            text: `The clock was moved on by ${durationShown(seconds)}.`,
          })
          await session.pass(seconds * 1_000)
          return sessionResponse(session)
        }),
      )
    },
  )
}

/** A move may be thousands of steps, in the process that serves everybody: neither a session nor an address heaps them up. */
async function oneAtATime<T>(moving: Set<string>, names: readonly string[], work: () => Promise<T>): Promise<T> {
  if (names.some((name) => moving.has(name))) {
    throw new Problem('rate-limited', 'A clock is being moved from here already. Wait until that is done.', {
      retryAfterSeconds: 1,
    })
  }
  for (const name of names) moving.add(name)
  try {
    return await work()
  } finally {
    for (const name of names) moving.delete(name)
  }
}

function faultRoutes(app: App, { sessionOf }: Deps): void {
  app.post(
    '/v1/faults',
    {
      schema: {
        operationId: 'throwSandboxFault',
        tags,
        summary: 'Make something go wrong',
        description:
          '`hub-lost`, `hub-full`, `slow-pull` and `dirty-hour` concern a `hub`, `crash` a `deployment_id` that runs, and ' +
          '`hours-gone` the month. Images choose their fate by name: `sim/ok`, `sim/slow-pull`, `sim/crash`, `sim/missing`, `sim/oom`.',
        body: Type.Object(
          {
            fault: stringEnum(faultKinds, { description: 'What goes wrong.', examples: ['hub-lost'] }),
            hub: Type.Optional(Type.String({ maxLength: 100, description: 'Where.', examples: ['se-north-1'] })),
            deployment_id: Type.Optional(Type.String({ maxLength: 100, description: 'What.' })),
          },
          { title: 'SandboxFault', additionalProperties: false },
        ),
        response: { 200: SessionResponse, ...problems('not-found', 'conflict') },
      },
      config,
    },
    async (request) => {
      const session = sessionOf(callerOf(request).companyId)
      const { fault: kind, hub, deployment_id: deploymentId } = request.body
      return session.serially(async () => {
        await throwFault(session, { kind, hub, deploymentId })
        return sessionResponse(session)
      })
    },
  )

  app.delete(
    '/v1/faults',
    {
      schema: {
        operationId: 'mendSandboxFaults',
        tags,
        summary: 'End all faults',
        description: 'Hubs come back by themselves.',
        response: { 200: SessionResponse },
      },
      config,
    },
    async (request) => {
      const session = sessionOf(callerOf(request).companyId)
      return session.serially(async () => {
        await mendFaults(session)
        return sessionResponse(session)
      })
    },
  )
}

function storyRoute(app: App, { sessionOf }: Deps): void {
  app.get(
    '/v1/story',
    {
      schema: {
        operationId: 'getSandboxStory',
        tags,
        summary: 'Read what happened',
        description: 'In words, each with the file of the service that decides it.',
        querystring: Type.Object({
          after: Type.Optional(
            Type.Integer({ minimum: 0, default: 0, description: 'The number of the last entry read.' }),
          ),
        }),
        response: { 200: StoryResponse },
      },
      config,
    },
    async (request) => {
      const session = sessionOf(callerOf(request).companyId)
      return session.serially(() => ({
        clock: session.clock.now().toISOString(),
        entries: session.story.after(request.query.after ?? 0).map(({ at, deploymentId, ...entry }) => ({
          ...entry,
          at: at.toISOString(),
          deployment_id: deploymentId,
        })),
      }))
    },
  )
}

function sessionResponse(session: Session): Type.Static<typeof SessionResponse> {
  const { id, madeAt, clock, meter, hubs, deploymentsMade } = session
  const { hours } = meter
  meter.advance()
  return {
    api_version: apiVersion,
    session: id,
    ends_at: new Date(madeAt.getTime() + sessionMs).toISOString(),
    clock: clock.now().toISOString(),
    deployments_made: deploymentsMade,
    deployments_limit: maxDeployments,
    gpu_hours_used: hoursShown(hours.usedMs),
    gpu_hours_limit: hoursShown(hours.limitMs),
    hubs: hubs.read().map(({ hub, state }) => ({
      hub: hub.id,
      country: hub.country,
      state,
      faults: [
        ...(hubs.condition(hub.id).unreachable ? ['hub-lost'] : []),
        ...(hubs.isCrowded(hub.id) ? ['hub-full'] : []),
        ...(hubs.condition(hub.id).pullMs ? ['slow-pull'] : []),
        ...(session.grid.isSoiled(hub.zone) ? ['dirty-hour'] : []),
      ],
    })),
  }
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

function durationShown(seconds: number): string {
  const [unit, size] = units.find(([, size]) => seconds % size === 0) ?? (['second', 1] as const)
  const count = seconds / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

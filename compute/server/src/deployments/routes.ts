import { statuses } from '@service/compute-domain/deployments/status.ts'
import { actOf, callerOf } from '@service/foundation/http/admission.ts'
import type { App } from '@service/foundation/http/app.ts'
import { innerRequestOf } from '@service/foundation/http/http.ts'
import { NextCursor, PageParameters, readPage, toPage } from '@service/foundation/http/page.ts'
import { problems } from '@service/foundation/http/problem-body.ts'
import { whenClosed } from '@service/foundation/http/when-closed.ts'
import { operationOf } from '@service/foundation/idempotency/idempotent-route.ts'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { CpuOnly, Simulated } from '../hubs/hubs.ts'
import { gpuHoursExceeded, lifetimeTooLong, noCapacity, noFeasibleHub } from '../own-problems.ts'
import { deployTool, type Plans } from '../plans/plans.ts'
import type { Usage } from '../usage/usage.ts'
import type { Deploy } from './deploy.ts'
import { DeploymentPath, deploymentIdOf } from './deployment-path.ts'
import { LabelParameter, readLabelFilter } from './label-filter.ts'
import type { PlacedDeployment } from './model/deployment.ts'
import { DeploymentStatusSchema } from './model/status-schema.ts'
import type { ListDeployments, ListEvents, ReadDeployment } from './read-deployments.ts'
import { DeployBody, type RequestTerms, readDeployment as readRequest } from './request.ts'
import {
  DeploymentResponse,
  DeploymentSummary,
  deploymentResponse,
  deploymentSummary,
  EventResponse,
  eventResponse,
} from './responses.ts'
import type { DeleteDeployment, StopDeployment } from './stop-deployment.ts'
import {
  deleteDeploymentTool,
  deploymentInWords,
  getDeploymentTool,
  listDeploymentsTool,
  listEventsTool,
  stopDeploymentTool,
} from './tools.ts'

export type DeploymentDeps = RequestTerms & {
  deploy: Deploy
  readDeployment: ReadDeployment
  listDeployments: ListDeployments
  listEvents: ListEvents
  stopDeployment: StopDeployment
  deleteDeployment: DeleteDeployment
  /** What deployments have used, by id. */
  readUsed: (companyId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Usage>>
  plans: Plans
  /** What follows the name of a deployment in its endpoint. */
  gatewayDomain: string
}

const tags = ['Deployments']
const reading = { scope: 'deployments:read' as const }
const writing = { scope: 'deployments:write' as const, idempotent: true as const }
const defaultWaitSeconds = 30

const waitSeconds = (words: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 600, default: defaultWaitSeconds, description: words }))

const Filters = {
  status: Type.Optional(
    Type.Array(DeploymentStatusSchema, {
      minItems: 1,
      maxItems: statuses.length,
      description: 'Those with one of these statuses.',
      examples: [['running', 'degraded']],
    }),
  ),
  hub: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^[!-~]+$',
      description: 'Those that this hub runs, or ran last.',
      examples: ['se-north-1'],
    }),
  ),
  label: LabelParameter,
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[^\\u0000]+$',
      description: 'Those with this in their id, name or image, in any case.',
      examples: ['chat'],
    }),
  ),
}

async function show({ readUsed, gatewayDomain }: DeploymentDeps, companyId: string, deployment: PlacedDeployment) {
  const used = await readUsed(companyId, [deployment.id])
  return deploymentResponse(deployment, used.get(deployment.id), gatewayDomain)
}

export function deploymentRoutes(app: App, deps: DeploymentDeps): void {
  deployRoute(app, deps)
  readRoutes(app, deps)
  endRoutes(app, deps)
  eventRoutes(app, deps)
}

function deployRoute(app: App, deps: DeploymentDeps): void {
  const { deploy, plans } = deps
  app.post(
    '/v1/compute/deploy',
    {
      schema: {
        operationId: 'deploy',
        tags,
        summary: 'Deploy a container image onto GPUs',
        description:
          'The response comes once the deployment runs, or after `wait_seconds` with its status then. With ' +
          '`Idempotency-Key` the request may be sent again without deploying twice. 422 `no-feasible-hub`: no hub could ' +
          'ever take it, or `lifetime-too-long`. 409 `no-capacity`: no hub has enough free GPUs now. 403 `quota-exceeded`: the GPU-hours of the ' +
          'month are used. 503 `unavailable`: the service has no hub that responds, and the message says what its operator can do.',
        body: DeployBody,
        response: {
          200: DeploymentResponse,
          ...problems(noFeasibleHub, lifetimeTooLong, noCapacity, gpuHoursExceeded),
        },
      },
      config: { ...writing, chargesPeople: true, tool: deployTool(plans, deploymentInWords) },
    },
    async (request, reply) => {
      const { actor, companyId } = callerOf(request)
      const asked = readRequest(request.body, deps)
      const waitSeconds = request.body.wait_seconds ?? defaultWaitSeconds
      const gone = beginWait(reply, waitSeconds)
      const deployed = await deploy({
        companyId,
        actor,
        ...asked,
        operation: operationOf(request),
        agreed: innerRequestOf(request.raw)?.terms?.plan,
        waitSeconds,
        gone,
      })
      return show(deps, companyId, deployed)
    },
  )
}

function readRoutes(app: App, deps: DeploymentDeps): void {
  const { readDeployment, listDeployments, readUsed, gatewayDomain } = deps
  app.get(
    '/v1/compute/deployments',
    {
      schema: {
        operationId: 'listDeployments',
        tags,
        summary: 'List deployments',
        description: 'Newest first. With several filters, those that pass all of them.',
        querystring: Type.Object({ ...PageParameters, ...Filters }),
        response: {
          200: Type.Object(
            { deployments: Type.Array(DeploymentSummary), next_cursor: NextCursor },
            { title: 'DeploymentPage' },
          ),
        },
      },
      config: { ...reading, tool: listDeploymentsTool },
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const before = (after?.[0] as string | undefined) ?? null
      const { companyId } = callerOf(request)
      const { status, hub, label: labels, text } = request.query
      const filter = { statuses: status, hub, labels: labels?.map(readLabelFilter) ?? [], text }
      const found = await listDeployments(companyId, { ...filter, limit: limit + 1, before })
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id])
      const ids = items.map(({ id }) => id)
      const used = await readUsed(companyId, ids)
      const shown = items.map((one) => deploymentSummary(one, used.get(one.id), gatewayDomain))
      return { deployments: shown, next_cursor: nextCursor }
    },
  )

  app.get(
    '/v1/compute/deployments/:deployment_id',
    {
      schema: {
        operationId: 'getDeployment',
        tags,
        summary: 'Get a deployment',
        description: 'With the reasons for its placement.',
        params: DeploymentPath,
        response: { 200: DeploymentResponse, ...problems('not-found') },
      },
      config: { ...reading, tool: getDeploymentTool },
    },
    async (request) => {
      const { companyId } = callerOf(request)
      return show(deps, companyId, await readDeployment(companyId, deploymentIdOf(request.params)))
    },
  )
}

function endRoutes(app: App, deps: DeploymentDeps): void {
  const { stopDeployment, deleteDeployment } = deps
  app.post(
    '/v1/compute/deployments/:deployment_id/stop',
    {
      schema: {
        operationId: 'stopDeployment',
        tags,
        summary: 'Stop a deployment',
        description: 'A deployment that has ended stays as it is. Stopping twice changes nothing.',
        params: DeploymentPath,
        querystring: Type.Object({ wait_seconds: waitSeconds('How long the response waits for its end.') }),
        response: { 200: DeploymentResponse, ...problems('not-found') },
      },
      config: { ...writing, tool: stopDeploymentTool },
    },
    async (request, reply) => {
      const { wait_seconds: seconds = defaultWaitSeconds } = request.query
      const wait = { seconds, gone: beginWait(reply, seconds) }
      const stopped = await stopDeployment(callerOf(request), deploymentIdOf(request.params), wait)
      return show(deps, callerOf(request).companyId, stopped)
    },
  )

  app.delete(
    '/v1/compute/deployments/:deployment_id',
    {
      schema: {
        operationId: 'deleteDeployment',
        tags,
        summary: 'Delete a deployment',
        description:
          'It is stopped first if it is alive. Its usage is kept. 202 if it did not end within `wait_seconds`: delete it again later.',
        params: DeploymentPath,
        querystring: Type.Object({ wait_seconds: waitSeconds('How long the response waits for its end.') }),
        response: { 202: DeploymentResponse, 204: Type.Null(), ...problems('not-found') },
      },
      config: { ...writing, tool: deleteDeploymentTool },
    },
    async (request, reply) => {
      const { wait_seconds: seconds = defaultWaitSeconds } = request.query
      const wait = { seconds, gone: beginWait(reply, seconds) }
      const asked = {
        ...actOf(request),
        id: deploymentIdOf(request.params),
        operation: operationOf(request),
      }
      const left = await deleteDeployment(asked, wait)
      if (left) return reply.code(202).send(await show(deps, asked.companyId, left))
      return reply.code(204).send(null)
    },
  )
}

function eventRoutes(app: App, { listEvents }: DeploymentDeps): void {
  app.get(
    '/v1/compute/deployments/:deployment_id/events',
    {
      schema: {
        operationId: 'listDeploymentEvents',
        tags,
        summary: 'List the events of a deployment',
        description: 'Newest first.',
        params: DeploymentPath,
        querystring: Type.Object(PageParameters),
        response: {
          200: Type.Object(
            {
              events: Type.Array(EventResponse),
              next_cursor: NextCursor,
              simulated: Simulated,
              cpu_only: CpuOnly,
            },
            { title: 'DeploymentEventPage' },
          ),
          ...problems('not-found'),
        },
      },
      config: { ...reading, tool: listEventsTool },
    },
    async (request) => {
      const { limit, after } = readPage(request.query, ['string'])
      const before = (after?.[0] as string | undefined) ?? null
      const page = { limit: limit + 1, before }
      const found = await listEvents(callerOf(request).companyId, deploymentIdOf(request.params), page)
      const { items, nextCursor } = toPage(found.events, limit, ({ id }) => [id])
      return {
        events: items.map(eventResponse),
        next_cursor: nextCursor,
        simulated: found.simulated,
        cpu_only: found.cpuOnly,
      }
    },
  )
}

/** Returns a signal that aborts when the caller has disconnected. */
function beginWait(reply: FastifyReply, seconds: number): AbortSignal {
  // Longer than the wait, because an idle socket is closed; the next request on it sets the timeout again.
  reply.raw.socket?.setTimeout?.((seconds + 120) * 1_000) // an inner request has no socket that idles
  const gone = new AbortController()
  whenClosed(reply, () => gone.abort())
  return gone.signal
}

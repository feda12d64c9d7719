/**
 * A deployment is asked for without waiting, so that its id is known from the first moment on: whatever happens then, an
 * interruption too, says it. Then it is watched.
 */
import { randomUUID } from 'node:crypto'
import type { Compute, Deployment, DeployRequest, Plan } from '../../../../sdks/typescript/src/index.ts'
import { CommandFailure, exitCode } from '../../exit-code.ts'
import { apiNames } from '../../services/services.ts'
import { styled, type Words, words } from '../../terminal/terminal.ts'
import type { Command, Context, Output } from '../command.ts'
import { minute, percent, plural, rounded, usd } from '../format.ts'
import { rememberNames } from '../known-names.ts'
import { readRequest, requestOptions } from './deploy-request.ts'
import { briefLines, isOver, simulationNote, statusAndReason } from './show-deployment.ts'
import { candidateColumns, refusedColumns } from './show-placement.ts'

const pollMs = 1_000
/** How long an interruption waits for the id of what was just asked for. */
const idMs = 5_000

export const command: Command = {
  summary: 'Deploy a container image onto GPUs, and wait until it runs',
  usage: '[IMAGE] [options] [-- COMMAND…]',
  examples: [
    ['deploy ghcr.io/team/chat:1 --gpu H100 --dry-run', 'where it would run, for how much, and why nowhere else'],
    ['deploy ghcr.io/team/chat:1 --gpu H100 --name chat', 'on the cheapest hub'],
    [
      'deploy ghcr.io/team/chat:1 --gpu H100 --carbon-aware --region eu --sovereignty residency',
      'the cleanest in the EU',
    ],
    [
      'deploy ghcr.io/team/train:7 --gpu A100 --count 8 --duration 3h --carbon-aware --max-delay 12h',
      'a job that may wait for wind',
    ],
    ['deploy ghcr.io/team/chat:1 --gpu H100 --label team=search', 'svc list --label team=search finds it'],
    [
      'deploy ghcr.io/team/chat:1 --gpu L40S -e MODEL=small -e TOKEN -- serve --fast',
      'variables, and a command of its own',
    ],
    ['deploy', 'what deploy.yaml of this folder says'],
    ['deploy -f chat.yaml --count 2 --no-wait -q', 'a file with another count; prints the id at once'],
  ],
  options: [
    ...requestOptions,
    { name: 'dry-run', help: 'Show the hubs with price and emissions, and why others were refused; deploy nothing' },
    { name: 'wait', isNegatable: true, help: 'Wait until it runs, or a job has ended (unless --no-wait)' },
    { name: 'timeout', value: 'TIME', help: 'How long to wait, such as 90s; 10m unless given' },
    { name: 'idempotency-key', value: 'KEY', help: 'Deploy once, however often this is run with the same key' },
  ],
  details: `
A file has the fields of the API:

  image: ghcr.io/team/chat:1
  gpu_type: H100
  count: 2
  region: [se, eu]
  sovereignty: residency
  carbon_aware: true
  labels:
    team: search
  env:
    MODEL: small
    TOKEN:              # from the environment

Ctrl-C ends the waiting, not the deployment; its id is printed.`,
  takes: [0, 1],
  takesRest: true,
  completes: 'images',
  async run(context) {
    const { input, env, compute } = context
    const timeoutMs = input.durationMs('timeout') ?? 600_000
    const request = await readRequest(input, env)
    const client = await compute()
    if (input.has('dry-run')) return showPlan(await client.plan(request), request, context)
    const deployment = await ask(client, request, context)
    const { deploymentId } = deployment
    rememberNames(env, 'deployments', request.name ? [deploymentId, request.name] : [deploymentId])
    const waits = input.choice('wait') ?? true
    show(waits ? await watch(client, deployment, timeoutMs, context) : deployment, context.output)
  },
}

function show(deployment: Deployment, output: Output): void {
  if (output.isJson) output.json(apiNames(deployment))
  else if (output.isQuiet) output.line(words`${deployment.deploymentId}`)
  else output.lines(briefLines(deployment))
}

/** The deployment as it was accepted. An interruption meanwhile waits for its id. */
async function ask(client: Compute, request: DeployRequest, context: Context): Promise<Deployment> {
  const { input, output, whenInterrupted } = context
  const idempotencyKey = input.text('idempotency-key') ?? randomUUID()
  const status = output.status()
  status.say(words`Asking for ${request.image}`)
  const asked = client.deploy({ ...request, waitSeconds: 0 }, { idempotencyKey })
  const takeBack = whenInterrupted(async () => {
    const unknown = words`Interrupted. Whether it was deployed is not known: svc list; or run the same again with --idempotency-key ${idempotencyKey}`
    const late = new Promise<Words>((resolve) => setTimeout(resolve, idMs, unknown))
    const known = asked.then(goesOn, () => words`Interrupted. Nothing was deployed.`)
    return Promise.race([known, late])
  })
  try {
    return await asked
  } finally {
    takeBack()
    status.end()
  }
}

const goesOn = ({ deploymentId }: { deploymentId: string }): Words =>
  words`Interrupted. ${deploymentId} goes on: svc get ${deploymentId}, or svc delete ${deploymentId}`

/** Until it runs or has ended. Without one of them in time it fails; either way the id is said. */
async function watch(client: Compute, first: Deployment, timeoutMs: number, context: Context): Promise<Deployment> {
  const { output, whenInterrupted } = context
  const { deploymentId } = first
  const takeBack = whenInterrupted(() => goesOn(first))
  const status = output.status()
  const deadline = performance.now() + timeoutMs
  try {
    for (let deployment = first; ; deployment = await client.deployments.get(deploymentId)) {
      const where = deployment.hub ? words` at ${deployment.hub}` : words``
      status.say(words`${deploymentId} is ${statusAndReason(deployment)}${where}`)
      if (isDone(deployment)) return deployment
      if (isOver(deployment)) throw ended(deployment, output)
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) throw late(deployment, timeoutMs, output)
      await new Promise((resolve) => setTimeout(resolve, Math.min(pollMs, leftMs)))
    }
  } finally {
    takeBack()
    status.end()
  }
}

/** A job is done once it is completed. */
const isDone = ({ status, reason }: Deployment): boolean =>
  status === 'running' || (status === 'stopped' && reason === 'completed')

function ended(deployment: Deployment, output: Output): CommandFailure {
  if (output.isJson) output.json(apiNames(deployment))
  const { deploymentId, status, reason, message } = deployment
  const because = [reason && ` (${reason})`, message && `: ${message}`].filter(Boolean).join('')
  const hint = `svc logs ${deploymentId} shows what it wrote, svc events ${deploymentId} what happened.`
  return new CommandFailure(exitCode.deploymentFailed, `${deploymentId} is ${status}${because}`, hint)
}

function late(deployment: Deployment, timeoutMs: number, output: Output): CommandFailure {
  if (output.isJson) output.json(apiNames(deployment))
  const { deploymentId, status, message } = deployment
  const said = `${deploymentId} is still ${status} after ${timeoutMs / 1000} s${message ? `: ${message}` : '.'}`
  return new CommandFailure(exitCode.timeout, said, `It goes on by itself: svc get ${deploymentId}`)
}

function showPlan(plan: Plan, request: DeployRequest, { output }: Context): void {
  const { candidates, refused, outcome } = plan
  const fits = outcome === 'start' || outcome === 'wait'
  if (output.isJson) output.json(apiNames(plan))
  else if (output.isQuiet) {
    if (plan.hub) output.line(words`${plan.hub}`)
  } else {
    output.line(styled('bold', outcomeOf(plan, request)))
    if (candidates.length > 0) {
      output.line(words``)
      output.table(candidates, candidateColumns)
    }
    if (refused.length > 0) {
      output.line(words``)
      output.line(styled('bold', `Refused: ${plural(refused.length, 'hub')}`))
      output.table(refused, refusedColumns)
    }
    const note = simulationNote(plan)
    output.note(words`Nothing was deployed.${note ? ` Hubs are ${note}.` : ''}`)
  }
  if (!fits)
    throw new CommandFailure(
      exitCode.noCapacity,
      outcome === 'no-feasible-hub' ? 'No hub could ever take it.' : 'No hub has room for it now.',
    )
}

function outcomeOf({ outcome, hub, expectedStart, expectedGain, candidates }: Plan, request: DeployRequest): Words {
  if (outcome === 'no-feasible-hub') return words`It would run nowhere.`
  if (outcome === 'no-capacity') return words`It would find no room now.`
  const chosen = candidates.find((candidate) => candidate.hub === hub)
  const count = request.count ?? 1
  const cost = chosen
    ? words`: ${usd(chosen.priceUsdPerGpuHour * count)} and ${rounded(chosen.gramsPerGpuHour * count)} gCO2e an hour for ${plural(count, 'GPU')}, grade ${chosen.carbonScore}`
    : words``
  if (outcome === 'wait') {
    const gain = expectedGain === null ? '' : `, and save ${percent(expectedGain)} of its emissions`
    return words`It would wait until ${expectedStart ? minute(expectedStart) : 'later'}${gain}${cost}`
  }
  return words`It would start now at ${hub ?? 'a hub'}${cost}`
}

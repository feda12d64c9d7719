/** Pods as the API server describes them, read as an instance. */
import type { Instance } from '../engine.ts'
import type { Fields } from '../fields.ts'
import { isDigest } from '../image-reference.ts'
import {
  attemptLabel,
  companyLabel,
  deploymentLabel,
  instanceLabel,
  keptFinalizer,
  namespaceOf,
  ownerLabel,
  podsLabel,
  portLabel,
} from './labels.ts'

export type Pod = {
  name: string
  namespace: string
  uid: string
  instanceName: string
  deploymentId: string
  companyId: string
  attempt: number
  port: number | null
  /** How many the instance has. */
  pods: number
  hasPullSecret: boolean
  node: string | undefined
  ip: string | undefined
  isDeleting: boolean
  finalizers: readonly string[]
  graceSeconds: number
  hasDeadline: boolean
  phase: string
  /** Why the pod as a whole is what it is. */
  reason: string
  message: string
  unschedulable: string | undefined
  state: Instance['state']
  startedAt: Date | null
  finishedAt: Date | null
  exitCode: number | null
  outOfMemory: boolean
  restarts: number
  /** Once the node has it. */
  imageDigest: string | undefined
  waiting: { reason: string; message: string } | undefined
  /** Of a start that failed. */
  terminatedReason: string | undefined
  terminatedMessage: string | undefined
}

/** Undefined for one that is not ours. Anybody can write our labels on a pod, but only in a namespace of his own. */
export function readPod(owner: string, object: Fields): Pod | undefined {
  const metadata = object.in('metadata')
  const labels = metadata.inIfAny('labels')
  const [instanceName, companyId] = [labels.textIfAny(instanceLabel), labels.textIfAny(companyLabel)]
  if (labels.textIfAny(ownerLabel) !== owner || instanceName === undefined || companyId === undefined) return undefined
  const namespace = metadata.text('namespace')
  if (namespace !== namespaceOf(owner, companyId)) return undefined
  const [spec, status] = [object.in('spec'), object.inIfAny('status')]
  const phase = status.textIfAny('phase') ?? 'Pending'
  const container = readContainer(status, spec.textIfAny('restartPolicy') !== 'Never', phase)
  const port = labels.textIfAny(portLabel)
  return {
    name: metadata.text('name'),
    namespace,
    uid: metadata.text('uid'),
    instanceName,
    deploymentId: labels.text(deploymentLabel),
    companyId,
    attempt: Number(labels.text(attemptLabel)),
    port: port ? Number(port) : null,
    pods: Number(labels.textIfAny(podsLabel) ?? 1),
    hasPullSecret: spec.listIfAny('imagePullSecrets').length > 0,
    node: spec.textIfAny('nodeName'),
    ip: status.textIfAny('podIP'),
    isDeleting: metadata.has('deletionTimestamp'),
    finalizers: metadata.textsIfAny('finalizers'),
    graceSeconds: spec.numberIfAny('terminationGracePeriodSeconds') ?? 0,
    hasDeadline: spec.has('activeDeadlineSeconds'),
    phase,
    reason: status.textIfAny('reason') ?? '',
    message: status.textIfAny('message') ?? '',
    unschedulable: unschedulableIn(status),
    ...container,
  }
}

export const isKept = ({ finalizers }: Pod): boolean => finalizers.includes(keptFinalizer)

type Container = Pick<
  Pod,
  | 'state'
  | 'startedAt'
  | 'finishedAt'
  | 'exitCode'
  | 'outOfMemory'
  | 'restarts'
  | 'imageDigest'
  | 'waiting'
  | 'terminatedReason'
  | 'terminatedMessage'
>

function readContainer(status: Fields, isRestarted: boolean, phase: string): Container {
  const [container] = status.listIfAny('containerStatuses')
  const now = container?.inIfAny('state')
  const [running, waiting] = [now?.inIfAny('running'), now?.inIfAny('waiting')]
  const current = now?.has('terminated') ? now.in('terminated') : undefined
  const before = container?.inIfAny('lastState')
  const last = current ?? (before?.has('terminated') ? before.in('terminated') : undefined)
  const restarts = container?.numberIfAny('restartCount') ?? 0
  const waitingReason = waiting?.textIfAny('reason')
  const startFailed = last?.textIfAny('reason') === 'StartError'
  const hasEnded = phase === 'Failed' || phase === 'Succeeded'
  const state = hasEnded
    ? 'exited'
    : now?.has('running')
      ? 'running'
      : current && !isRestarted
        ? 'exited'
        : last && !startFailed
          ? 'restarting'
          : 'created'
  const ended = state === 'exited' || state === 'restarting' ? last : undefined
  const startedAt = instant(running?.textIfAny('startedAt')) ?? instant(ended?.textIfAny('startedAt'))
  return {
    state,
    startedAt: startedAt ?? (state === 'exited' ? instant(status.textIfAny('startTime')) : null),
    finishedAt: instant(ended?.textIfAny('finishedAt')) ?? (hasEnded ? latestChange(status) : null),
    exitCode: ended?.numberIfAny('exitCode') ?? null,
    outOfMemory: ended?.textIfAny('reason') === 'OOMKilled',
    restarts,
    imageDigest: digestIn(container?.textIfAny('imageID') ?? ''),
    waiting:
      waitingReason === undefined ? undefined : { reason: waitingReason, message: waiting?.textIfAny('message') ?? '' },
    terminatedReason: last?.textIfAny('reason'),
    terminatedMessage: last?.textIfAny('message'),
  }
}

/** Of a pod that ended without a word of its container. */
function latestChange(status: Fields): Date | null {
  const times = status
    .listIfAny('conditions')
    .flatMap((condition) => instant(condition.textIfAny('lastTransitionTime'))?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.max(...times)) : instant(status.textIfAny('startTime'))
}

function unschedulableIn(status: Fields): string | undefined {
  const scheduled = status.listIfAny('conditions').find((condition) => condition.textIfAny('type') === 'PodScheduled')
  if (scheduled?.textIfAny('status') !== 'False' || scheduled.textIfAny('reason') !== 'Unschedulable') return undefined
  return scheduled.textIfAny('message') ?? ''
}

/** Of `docker.io/library/nginx@sha256:…`; an image that was loaded has its own id alone, by which no registry knows it. */
function digestIn(imageId: string): string | undefined {
  const [repository = '', digest = ''] = imageId.split('@')
  return repository !== '' && isDigest(digest) ? digest : undefined
}

function instant(text: string | undefined): Date | null {
  const at = new Date(text ?? Number.NaN)
  return at.getTime() > 0 ? at : null
}

/** The pods of one instance, as one: it runs while all of them do, and has ended once one has that is not started again. */
export function instanceOf(pods: readonly Pod[], addressOf: (pod: Pod) => Instance['address']): Instance {
  const [first] = pods as readonly [Pod, ...Pod[]]
  const worst =
    pods.find(({ state, exitCode }) => state === 'exited' && exitCode !== 0) ??
    (pods.every(({ state }) => state === 'exited') ? first : undefined) ??
    pods.find(({ state }) => state === 'restarting') ??
    pods.find(({ state }) => state === 'created') ??
    pods.find(({ state }) => state === 'running') ??
    first
  const isWhole = pods.length >= first.pods
  const state = worst.state === 'running' && !isWhole ? 'created' : worst.state
  const times = pods.flatMap(({ startedAt }) => startedAt?.getTime() ?? [])
  return {
    name: first.instanceName,
    deploymentId: first.deploymentId,
    companyId: first.companyId,
    attempt: first.attempt,
    state,
    startedAt: state === 'created' || times.length === 0 ? null : new Date(Math.max(...times)),
    finishedAt: state === 'exited' || state === 'restarting' ? worst.finishedAt : null,
    exitCode: state === 'exited' || state === 'restarting' ? worst.exitCode : null,
    outOfMemory: pods.some(({ outOfMemory }) => outOfMemory) ? 'yes' : 'no',
    restarts: Math.max(...pods.map(({ restarts }) => restarts)),
    address: state === 'running' ? addressOf(first) : null,
    hasPort: first.port !== null,
    imageDigest: pods.find(({ imageDigest }) => imageDigest !== undefined)?.imageDigest,
  }
}

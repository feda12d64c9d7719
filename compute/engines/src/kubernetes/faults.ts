/** What a refusal of the API server, or a state of a pod, says of the order. */
import { EngineFault } from '../engine.ts'
import type { ClusterResponse } from './client/client.ts'
import { refused } from './client/watch.ts'

const fault = (code: EngineFault['code'], message: string, complaint: string): EngineFault =>
  new EngineFault(code, message, { cause: new Error(complaint) })

/** Of a request that makes something of an order. */
export function orderRefusal(response: ClusterResponse): EngineFault {
  const { status, message, reason } = response
  if (/exceeded quota/i.test(message)) return fault('no-room', 'The quota of the hub is used up.', message)
  if (/being terminated|is being deleted/i.test(message)) {
    return fault('no-room', 'The namespace of the company at the hub is being deleted.', message)
  }
  if (/admission webhook/i.test(message)) {
    return fault('start-refused', 'A rule of the hub refuses the container.', message)
  }
  if (/violates PodSecurity|ValidatingAdmissionPolicy/i.test(message)) {
    return fault('start-refused', 'A security rule of the hub refuses the container.', message)
  }
  if (status === 422 || status === 400 || reason === 'Invalid') {
    return fault('start-refused', 'The hub cannot run the container as it was ordered.', message)
  }
  return refused(response)
}

const denied = /\b40[13]\b|unauthorized|denied|forbidden|authentication required/i
const absent = /code = NotFound|not found|manifest unknown|name unknown|no match for platform/i
const noImage =
  /unexpected media type|unsupported|invalid character|failed to unmarshal|invalid tar|unknown media type/i

/** Of a container that waits: undefined where it may still come to run. */
export function waitingFault(reason: string, message: string): EngineFault | undefined {
  switch (reason) {
    case 'InvalidImageName':
      return fault('image-malformed', 'The image is not valid.', message)
    case 'ErrImageNeverPull':
      return fault('image-not-found', 'The hub does not have the image, and it is none that can be fetched.', message)
    case 'ErrImagePull':
    case 'ImagePullBackOff':
    case 'ImageInspectError':
    case 'RegistryUnavailable':
      return pullFault(message)
    case 'CreateContainerConfigError':
    case 'CreateContainerError':
    case 'RunContainerError':
    case 'StartError':
      return startFault(message)
    default:
      return undefined
  }
}

export function pullFault(complaint: string): EngineFault {
  if (/no space left/i.test(complaint)) return fault('no-room', 'The hub has no disk left.', complaint)
  if (noImage.test(complaint)) {
    return fault('image-malformed', 'What the registry has under that name is no image that can be run.', complaint)
  }
  if (denied.test(complaint)) {
    return fault(
      'image-denied',
      'The registry refuses the image: there is none of that name, or it is private. For a private image the company needs a ' +
        'login for its registry that may read it.',
      complaint,
    )
  }
  if (absent.test(complaint)) {
    return fault('image-not-found', 'The registry has no image of that name and tag.', complaint)
  }
  return fault('image-unavailable', 'The image could not be fetched from its registry.', complaint)
}

export function startFault(complaint: string): EngineFault {
  if (/no such file or directory|executable file not found|permission denied|exec format error/i.test(complaint)) {
    return fault(
      'start-refused',
      'The container could not be started: its command is not in the image, or cannot be run there.',
      complaint,
    )
  }
  return fault('start-refused', 'The container could not be started.', complaint)
}

/** A pod that ended before its container ran, by the word of its kubelet. */
export function podFault(reason: string, message: string): EngineFault | undefined {
  if (/^(UnexpectedAdmissionError|OutOf\w+|NodeAffinity|Preempt\w+|Evicted|NodeShutdown|Terminated)$/.test(reason)) {
    return fault('no-room', 'The node of the hub had no room left for the container.', `${reason}: ${message}`)
  }
  return undefined
}

export const unschedulable = (message: string): EngineFault =>
  fault('no-room', 'No node of the hub has room for the container.', message)

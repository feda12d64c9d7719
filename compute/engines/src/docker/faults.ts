/** What an engine's complaint means. Docker and Podman tell most of it in words alone. */
import { EngineFault } from '../engine.ts'
import type { EngineResponse } from './client.ts'

type Meaning = { words: RegExp; fault: () => EngineFault }

const faultIs = (code: EngineFault['code'], message: string) => () => new EngineFault(code, message)

const noRoom: Meaning = {
  words: /no space left on device|disk quota exceeded|cannot allocate memory|not enough (?:space|memory)/i,
  fault: faultIs('no-room', 'The hub has no disk or memory left.'),
}

const pullMeanings: readonly Meaning[] = [
  noRoom,
  {
    words: /\bdenied\b|unauthorized|authentication required|forbidden|\b40[13]\b|login/i,
    fault: faultIs(
      'image-denied',
      'The registry refuses the image: there is none of that name, or it is private. For a private image the company needs a ' +
        'login for its registry that may read it.',
    ),
  },
  {
    words: /manifest unknown|name unknown|not found|no such image|does not exist|\b404\b/i,
    fault: faultIs('image-not-found', 'The registry has no image of that name and tag.'),
  },
  {
    words:
      /no (?:image found in|matching) manifest|no image found in image index|does not match the specified platform/i,
    fault: faultIs('image-not-found', 'The image is not made for the processors of the hub.'),
  },
  {
    words: /invalid reference|invalid image|not a valid|unsupported|malformed|invalid character|manifest invalid/i,
    fault: faultIs('image-malformed', 'What the registry has under that name is no image that can be run.'),
  },
]

const startMeanings: readonly Meaning[] = [
  noRoom,
  {
    words: /CDI device|could not select device driver|nvidia-container|failed to inject/i,
    fault: faultIs(
      'start-refused',
      'The GPUs of the hub are not there for containers. Its operator has to look at it.',
    ),
  },
  {
    words: /rlimit/i,
    fault: faultIs(
      'start-refused',
      'The hub lets no container start: its engine asks for higher limits than the machine allows. Its operator has to ' +
        'lower default_ulimits in containers.conf.',
    ),
  },
  {
    words: /cgroups? in hybrid mode|cgroups? .*not (?:supported|mounted)/i,
    fault: faultIs(
      'start-refused',
      'The hub lets no container start: its runtime does not know the control groups of the machine. Its operator has ' +
        'to set runtime = "runc" in containers.conf.',
    ),
  },
  {
    words:
      /no such file or directory|executable file not found|not found|permission denied|exec format error|no command/i,
    fault: faultIs(
      'start-refused',
      'The container could not be started: its command is not in the image, or cannot be run there.',
    ),
  },
]

/** An unknown complaint about a pull is taken for a registry out of reach: trying again does no harm. */
export function pullFault(complaint: string): EngineFault {
  const meaning = pullMeanings.find(({ words }) => words.test(complaint))
  const fault =
    meaning?.fault() ?? new EngineFault('image-unavailable', 'The image could not be fetched from its registry.')
  return withCause(fault, complaint)
}

export function startFault(complaint: string): EngineFault {
  const meaning = startMeanings.find(({ words }) => words.test(complaint))
  return withCause(
    meaning?.fault() ?? new EngineFault('start-refused', 'The container could not be started.'),
    complaint,
  )
}

function withCause({ code, message }: EngineFault, complaint: string): EngineFault {
  return new EngineFault(code, message, { cause: new Error(complaint) })
}

type Complaint = Pick<EngineResponse, 'status' | 'message'>

/** Podman 4 answers 500 where Docker answers 409. */
export const isNameTaken = ({ status, message }: Complaint): boolean =>
  status === 409 || /name .*is already (?:in use|used)/i.test(message)

/** Podman 4 answers 500 where Docker answers 404. */
export const isImageMissing = ({ status, message }: Complaint): boolean =>
  status >= 400 && /no such image|image not known/i.test(message)

/** Docker complains at the start, Podman when a container is made. */
export const isNetworkMissing = ({ status, message }: Complaint): boolean =>
  status >= 400 && /network \S+ not found|unable to find network|no such network/i.test(message)

export const isPortTaken = ({ message }: Complaint): boolean =>
  /address already in use|port is already allocated/i.test(message)

export const isGone = ({ status, message }: Complaint): boolean =>
  status === 404 && /no (?:such )?container/i.test(message)

/** Somebody else does something with the container at this moment. */
export const isBusy = ({ status, message }: Complaint): boolean =>
  status >= 400 && /state improper|in progress/i.test(message)

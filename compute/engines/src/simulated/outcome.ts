/**
 * What comes of an image in a simulation. Names that begin with `sim/` choose their fate; every other image runs until
 * it is stopped. A tag changes nothing, except that it must be well-formed.
 *
 * | image | what happens |
 * |---|---|
 * | `sim/ok` | runs |
 * | `sim/slow-pull` | runs, after thirty seconds of pulling |
 * | `sim/crash` | ends with exit code 1 soon after each start |
 * | `sim/exit-N` | ends with exit code N, from 0 to 255, soon after each start |
 * | `sim/oom` | is ended for its memory soon after each start |
 * | `sim/missing` | is no image that the registry has |
 * | `sim/private` | needs a login |
 * | `sim/unavailable` | its registry does not respond |
 * | `sim/refused` | is there, and cannot be started |
 */
import type { EngineFaultCode } from '../engine.ts'
import { parseImageReference } from '../image-reference.ts'

export type Outcome = {
  /** Instead of the usual time. */
  pullMs?: number
  fate:
    | { kind: 'runs' }
    | { kind: 'ends'; afterMs: number; exitCode: number; outOfMemory: boolean }
    | { kind: 'fails'; at: 'pull' | 'start'; code: EngineFaultCode; message: string }
}

const runs: Outcome = { fate: { kind: 'runs' } }
const ends = (exitCode: number, outOfMemory = false): Outcome => ({
  fate: { kind: 'ends', afterMs: 250, exitCode, outOfMemory },
})
const fails = (at: 'pull' | 'start', code: EngineFaultCode, message: string): Outcome => ({
  fate: { kind: 'fails', at, code, message: `Simulated: ${message}` },
})

const outcomes: Readonly<Record<string, Outcome>> = {
  'slow-pull': { ...runs, pullMs: 30_000 },
  crash: ends(1),
  oom: ends(137, true),
  missing: fails('pull', 'image-not-found', 'the registry has no such image.'),
  private: fails('pull', 'image-denied', 'the registry refuses: the image is private.'),
  unavailable: fails('pull', 'image-unavailable', 'the registry does not respond.'),
  refused: fails('start', 'start-refused', 'the command is not in the image.'),
}

/** Throws `image-malformed`. */
export function outcomeOf(image: string): Outcome {
  const [, name] = /^docker\.io\/sim\/([^/]+)$/.exec(parseImageReference(image).repository) ?? []
  if (name === undefined) return runs
  const [, digits] = /^exit-(\d{1,3})$/.exec(name) ?? []
  if (digits !== undefined && Number(digits) <= 255) return ends(Number(digits))
  return outcomes[name] ?? runs
}

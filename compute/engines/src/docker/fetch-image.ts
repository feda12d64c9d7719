/** An image that is not at the hub: whether its registry may be asked, and the disk has room, then the pull itself. */
import { EngineFault } from '../engine.ts'
import type { ImageReference } from '../image-reference.ts'
import { makeFreeDisk } from './disk-room.ts'
import type { FetchedImages } from './fetched-images.ts'
import type { Machine } from './machine.ts'
import { makePuller } from './pulls.ts'

export type FetchImage = (image: ImageReference, signal: AbortSignal) => Promise<void>

type Options = {
  images: FetchedImages
  checkRegistry: (registry: string) => Promise<void>
  minFreeBytes: number
  now: () => Date
}

/** When the disk is nearly full: what is younger may be on its way into a container. */
const keptWhenFullMs = 600_000

export function makeFetchImage(machine: Machine, { images, checkRegistry, minFreeBytes, now }: Options): FetchImage {
  const pull = makePuller(machine.client)
  const freeDisk = makeFreeDisk(machine)
  const hasRoom = async (signal: AbortSignal) => ((await freeDisk(signal)) ?? minFreeBytes) >= minFreeBytes

  return async (image, signal) => {
    await checkRegistry(image.registry)
    if (minFreeBytes > 0 && !(await hasRoom(signal))) {
      await images.tidy(keptWhenFullMs, now(), signal)
      if (!(await hasRoom(signal))) {
        throw new EngineFault('no-room', 'The disk of the hub is nearly full, so the image was not fetched.')
      }
    }
    await pull(image.full, signal)
    // Without a mark it is only kept for longer than it need be.
    await images.mark(image, now(), signal).catch(() => {})
  }
}

/**
 * An image that is not at the hub: whether its registry may be asked, and the disk has room, then the pull itself.
 *
 * What is fetched with a login is kept under a name that follows from company and login, and loses the name that it came
 * under: an engine asks nobody for an image that it has, so another company would be given it for its name alone.
 */
import { hash } from 'node:crypto'
import { EngineFault, type OrderedLogin } from '../engine.ts'
import type { ImageReference } from '../image-reference.ts'
import { makeFreeDisk } from './disk-room.ts'
import { type FetchedImages, keptName } from './fetched-images.ts'
import { expected, type Machine } from './machine.ts'
import { makeSharePull, pull } from './pulls.ts'

export type FetchImage = (wanted: WantedImage, signal: AbortSignal) => Promise<void>

/** `name` is what the engine is to keep it under: `nameAtHub`. */
export type WantedImage = { image: ImageReference; name: string; login: OrderedLogin | null }

/** What the engine keeps the image under that an order is for. */
export const nameAtHub = (
  image: ImageReference,
  { companyId, login }: { companyId: string; login: OrderedLogin | null },
) =>
  login === null || image.registry === 'localhost'
    ? image.full
    : `localhost/svc-private:${hash('sha256', JSON.stringify([companyId, login.id, image.full])).slice(0, 32)}`

type Options = {
  images: FetchedImages
  checkRegistry: (registry: string) => Promise<void>
  minFreeBytes: number
  now: () => Date
}

/** When the disk is nearly full: what is younger may be on its way into a container. */
const keptWhenFullMs = 600_000
const maxTries = 3

export function makeFetchImage(machine: Machine, { images, checkRegistry, minFreeBytes, now }: Options): FetchImage {
  const { client } = machine
  const sharePull = makeSharePull()
  const freeDisk = makeFreeDisk(machine)
  const hasRoom = async (signal: AbortSignal) => ((await freeDisk(signal)) ?? minFreeBytes) >= minFreeBytes

  async function pullPrivate({ image, name, login }: WantedImage, signal: AbortSignal): Promise<void> {
    const [repo, tag] = name.split(':')
    const query = { repo: repo ?? '', tag: tag ?? '' }
    const fetched = keptName(image)
    for (let tries = 1; ; tries++) {
      await pull(client, image.full, login, signal)
      const response = await client.ask({ method: 'POST', path: `/images/${fetched}/tag`, query, signal })
      // Another company has fetched the same with its own login, and took the name away at this moment.
      if (response.status === 404 && tries < maxTries) continue
      expected(response)
      break
    }
    const removed = await client.ask({ method: 'DELETE', path: `/images/${fetched}`, signal })
    if (removed.status !== 404) expected(removed)
  }

  return async (wanted, signal) => {
    const { image, name, login } = wanted
    await checkRegistry(image.registry)
    if (minFreeBytes > 0 && !(await hasRoom(signal))) {
      await images.tidy(keptWhenFullMs, now(), signal)
      if (!(await hasRoom(signal))) {
        throw new EngineFault('no-room', 'The disk of the hub is nearly full, so the image was not fetched.')
      }
    }
    const work = (until: AbortSignal) =>
      name === image.full ? pull(client, image.full, null, until) : pullPrivate({ image, name, login }, until)
    await sharePull(name, work, signal)
    // Without a mark it is only kept for longer than it need be.
    await images.mark(name === image.full ? keptName(image) : name, now(), signal).catch(() => {})
  }
}

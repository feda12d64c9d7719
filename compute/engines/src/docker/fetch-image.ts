/**
 * An image that is not at the hub: whether its registry may be asked, and the disk has room, then the pull itself.
 *
 * What is fetched with a login is kept under a name that follows from company and login, and loses the name that it came
 * under, which leads to what it led to before: an engine asks nobody for an image that it has, so another company would be given it for its name alone.
 */
import { hash } from 'node:crypto'
import { EngineFault, type OrderedLogin } from '../engine.ts'
import type { ImageReference } from '../image-reference.ts'
import { makeFreeDisk } from './disk-room.ts'
import { type FetchedImages, keptName } from './fetched-images.ts'
import { expected, type Machine } from './machine.ts'
import { makeSharePull, pull } from './pulls.ts'
import { fieldsOf } from './response-fields.ts'

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
    : `${privateRepository}:${hash('sha256', JSON.stringify([companyId, login.id, image.full])).slice(0, 32)}`

type Options = {
  images: FetchedImages
  checkRegistry: (registry: string) => Promise<void>
  minFreeBytes: number
  now: () => Date
}

/** When the disk is nearly full: what is younger may be on its way into a container. */
const keptWhenFullMs = 600_000
const maxTries = 3
/** Whatever became of the pull, and of who wanted it. */
const giveBackMs = 60_000
const privateRepository = 'localhost/svc-private'

type Seen = { id: string; names: readonly string[] }

export function makeFetchImage(machine: Machine, { images, checkRegistry, minFreeBytes, now }: Options): FetchImage {
  const { client } = machine
  const sharePull = makeSharePull()
  const freeDisk = makeFreeDisk(machine)
  const hasRoom = async (signal: AbortSignal) => ((await freeDisk(signal)) ?? minFreeBytes) >= minFreeBytes

  async function findImage(name: string, signal: AbortSignal): Promise<Seen | undefined> {
    const response = await client.ask({ method: 'GET', path: `/images/${name}/json`, signal })
    if (response.status === 404) return undefined
    const image = fieldsOf(expected(response))
    return { id: image.text('Id'), names: image.textsIfAny('RepoTags') }
  }

  async function addName(image: string, name: string, signal: AbortSignal): Promise<number> {
    const colon = name.lastIndexOf(':')
    const query = { repo: name.slice(0, colon), tag: name.slice(colon + 1) }
    const response = await client.ask({ method: 'POST', path: `/images/${image}/tag`, query, signal })
    if (response.status !== 404) expected(response)
    return response.status
  }

  async function pullPrivate({ image, name, login }: WantedImage, signal: AbortSignal): Promise<void> {
    const fetched = keptName(image)
    const before = await findImage(fetched, signal)
    let isPulled = false
    try {
      for (let tries = 1; ; tries++) {
        await pull(client, image.full, login, signal)
        isPulled = true
        await keepDigest(image, fetched, signal)
        // Otherwise another company has fetched the same with its own login, and took the name away at this moment.
        if ((await addName(fetched, name, signal)) !== 404) break
        if (tries === maxTries) throw new EngineFault('unreachable', 'The image was removed while it was fetched.')
      }
    } finally {
      await giveBack(image, before, isPulled)
    }
  }

  /** An engine forgets what an image was fetched as with the last name of its repository. */
  async function keepDigest(image: ImageReference, fetched: string, signal: AbortSignal): Promise<void> {
    const response = await client.ask({ method: 'GET', path: `/images/${fetched}/json`, signal })
    const digest = response.status === 404 ? undefined : images.digestIn(fieldsOf(expected(response)), image)
    if (digest !== undefined) await images.keepDigest(fetched, image, digest, signal)
  }

  /**
   * The name that the image came under leads to what it led to before, or nowhere. What the login has just fetched stays
   * under it only where it was fetched without one before: an earlier fetch that was cut short may have left it there.
   */
  async function giveBack(image: ImageReference, before: Seen | undefined, isPulled: boolean): Promise<void> {
    const signal = AbortSignal.timeout(giveBackMs)
    const fetched = keptName(image)
    const isPublic = (seen: Seen) => images.isMarked(seen.names, fetched)
    const now = await findImage(fetched, signal)
    if (!now || isPublic(now) || (now.id === before?.id && !isPulled)) return
    const old = before && before.id !== now.id ? await findImage(before.id, signal) : undefined
    const isPrivate = old && !isPublic(old) && old.names.some((each) => each.startsWith(`${privateRepository}:`))
    if (old && !isPrivate && image.digest === null) {
      await addName(old.id, fetched, signal)
      return
    }
    const removed = await client.ask({ method: 'DELETE', path: `/images/${fetched}`, signal, limitMs: giveBackMs })
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

/**
 * The images that this service fetched, so that they do not fill the disk for ever. Each bears a mark, a second name that
 * says what was fetched and when it was last seen in use: the engine keeps both, and forgets them together. What others
 * brought to the machine bears none, and stays.
 */
import { hash } from 'node:crypto'
import type { Fields } from '../fields.ts'
import { type ImageReference, isDigest, parseImageReference } from '../image-reference.ts'
import { libpod } from './create-call.ts'
import { ownerLabel } from './labels.ts'
import { expected, type Machine } from './machine.ts'
import { listOf } from './response-fields.ts'

export type FetchedImages = {
  /** One that has just been fetched, by the name that the engine keeps it under. */
  mark(name: string, now: Date, signal: AbortSignal): Promise<void>
  /** Whether one of the names of an image says that it was fetched under `name`. */
  isMarked(names: readonly string[], name: string): boolean
  /** What an image was fetched as, by its names. */
  digestIn(image: Fields, wanted: ImageReference): string | undefined
  /** So that it is known when the image has lost the name that it came under. */
  keepDigest(name: string, wanted: ImageReference, digest: string, signal: AbortSignal): Promise<void>
  /** Removes what no container has used for so long, and networks that none is in. */
  tidy(keptMs: number, now: Date, signal: AbortSignal): Promise<void>
}

type Mark = { name: string; imageHash: string; usedAt: number }

/** Its tags are of a repository and a digest, with `-` for `:`. */
const digestRepository = 'localhost/svc-digest'

const repositoryOf = (name: string): string | undefined => {
  try {
    return parseImageReference(name).repository
  } catch {
    return undefined
  }
}

/** A mark is renewed when it is older, as long as its image is in use. */
const remarkMs = 3_600_000
const removeMs = 60_000

export function fetchedImagesOn(machine: Machine): FetchedImages {
  const { client, owner } = machine
  const repository = `localhost/svc-fetched-${hash('sha256', owner).slice(0, 12)}`
  const markOf = (imageHash: string, now: Date) => `${imageHash}.${Math.floor(now.getTime() / 1_000)}`

  function readMark(name: string): Mark[] {
    const [, imageHash, usedAt] = /^([0-9a-f]{16})\.(\d+)$/.exec(name.slice(repository.length + 1)) ?? []
    return name.startsWith(`${repository}:`) && imageHash ? [{ name, imageHash, usedAt: Number(usedAt) * 1_000 }] : []
  }

  async function addName(image: string, tag: string, signal: AbortSignal, repo = repository): Promise<void> {
    const query = { repo, tag }
    expected(await client.ask({ method: 'POST', path: `/images/${image}/tag`, query, signal }))
  }

  /** Never by force: an image that a container was made of in the meantime stays. */
  const removeName = (name: string, signal: AbortSignal) =>
    client.ask({ method: 'DELETE', path: `/images/${name}`, signal, limitMs: removeMs })

  async function tidyImage(image: Fields, isUsed: boolean, oldest: number, now: Date, signal: AbortSignal) {
    const names = image.textsIfAny('RepoTags')
    const marks = names.flatMap(readMark)
    const usedAt = Math.max(...marks.map((mark) => mark.usedAt))
    if (marks.length === 0 || (isUsed && now.getTime() - usedAt < remarkMs) || (!isUsed && usedAt > oldest)) return
    const hashes = new Set(marks.map(({ imageHash }) => imageHash))
    if (isUsed) for (const each of hashes) await addName(image.text('Id'), markOf(each, now), signal)
    else {
      const fetched = [...names, ...image.textsIfAny('RepoDigests')].filter(
        (name) => hashes.has(hashOf(name)) || name.startsWith(`${digestRepository}:`),
      )
      for (const name of fetched) await removeName(name, signal)
    }
    for (const { name } of marks) await removeName(name, signal)
  }

  return {
    mark: (name, now, signal) => addName(name, markOf(hashOf(name), now), signal),

    isMarked: (names, name) => names.flatMap(readMark).some(({ imageHash }) => imageHash === hashOf(name)),

    digestIn(image, wanted) {
      const digests = image.textsIfAny('RepoDigests').flatMap((name) => {
        const digest = name.slice(name.lastIndexOf('@') + 1)
        return isDigest(digest) ? [{ of: repositoryOf(name), digest }] : []
      })
      const prefix = `${digestRepository}:${hashOf(wanted.repository)}.`
      const kept = image.textsIfAny('RepoTags').find((name) => name.startsWith(prefix))
      return kept?.slice(prefix.length).replace('-', ':') ?? digests.find(({ of }) => of === wanted.repository)?.digest
    },

    keepDigest: (name, { repository: of }, digest, signal) =>
      addName(name, `${hashOf(of)}.${digest.replace(':', '-')}`, signal, digestRepository),

    async tidy(keptMs, now, signal) {
      const images = listOf(expected(await client.ask({ method: 'GET', path: '/images/json', signal })))
      const everyone = { method: 'GET' as const, path: '/containers/json', query: { all: 'true' }, signal }
      const used = new Set(listOf(expected(await client.ask(everyone))).map((container) => container.text('ImageID')))
      const oldest = now.getTime() - keptMs
      for (const image of images) await tidyImage(image, used.has(image.text('Id')), oldest, now, signal)
      if (!(await machine.isPodman(signal))) return
      const filters = JSON.stringify({ label: [`${ownerLabel}=${owner}`] })
      await client.ask({ method: 'POST', path: `${libpod}/networks/prune`, query: { filters }, signal })
    },
  }
}

/** That the engine keeps it under: a digest makes it forget the tag. */
export const keptName = ({ repository, digest, full }: ImageReference): string =>
  digest === null ? full : `${repository}@${digest}`

const hashOf = (image: string): string => hash('sha256', image).slice(0, 16)

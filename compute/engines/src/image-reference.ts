/**
 * The name of an image, as `docker pull` takes it, in full: `nginx` is `docker.io/library/nginx:latest`. Engines are
 * given the full form alone, for they differ in how they complete a short one.
 *
 * Source: the grammar of github.com/distribution/reference, read 2026-11-20.
 */
import { EngineFault } from './engine.ts'

export type ImageReference = {
  /** Its host, with a port if it has one: `docker.io`. */
  registry: string
  /** With the registry in front: `docker.io/library/nginx`. */
  repository: string
  tag: string | null
  digest: string | null
  /** `repository:tag@digest`, whatever of these there is. */
  full: string
}

const domainLabel = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?'
const domain = new RegExp(`^(?:${domainLabel}(?:\\.${domainLabel})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?$`)
const pathPart = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/
const tagText = /^\w[\w.-]{0,127}$/
const digestText = /^sha256:[a-f0-9]{64}$/
const longest = 255

/** Throws `image-malformed`. */
export function parseImageReference(text: string): ImageReference {
  const [beforeDigest, digest, ...more] = text.split('@')
  const [, name, tag] = /^(.*?)(?::([^:/]*))?$/s.exec(beforeDigest ?? '') ?? []
  if (!name || more.length > 0) throw malformed(text)
  if ((tag !== undefined && !tagText.test(tag)) || (digest !== undefined && !digestText.test(digest))) {
    throw malformed(text)
  }
  const repository = fullRepository(name)
  const [registry, ...path] = repository.split('/')
  if (!domain.test(registry!) || !path.every((part) => pathPart.test(part)) || repository.length > longest) {
    throw malformed(text)
  }
  const usedTag = tag ?? (digest === undefined ? 'latest' : null)
  return {
    registry: registry!,
    repository,
    tag: usedTag,
    digest: digest ?? null,
    full: `${repository}${usedTag === null ? '' : `:${usedTag}`}${digest === undefined ? '' : `@${digest}`}`,
  }
}

/** What a name led to once, by its digest; as it is where it has one, or no registry could be asked for it. */
export function pinnedImage(text: string, imageDigest: string | null): string {
  if (imageDigest === null) return text
  const { registry, repository, digest } = parseImageReference(text)
  return digest !== null || registry === 'localhost' ? text : `${repository}@${imageDigest}`
}

export const isDigest = (text: string): boolean => digestText.test(text)

/** The first part is a registry if it could be nothing else: it has a dot or a port, or is `localhost`. */
function fullRepository(name: string): string {
  const slash = name.indexOf('/')
  const first = slash < 0 ? '' : name.slice(0, slash)
  if (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase()) return name
  return slash < 0 ? `docker.io/library/${name}` : `docker.io/${name}`
}

function malformed(text: string): EngineFault {
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text
  return new EngineFault(
    'image-malformed',
    `${JSON.stringify(shown)} is not a valid image. Use registry/repository:tag in lower case, such as ghcr.io/acme/model:1.2.`,
  )
}

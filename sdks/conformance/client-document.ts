/**
 * The part of the API document that clients cover: without the operations of people, which need a session and a page of the
 * service, without those of operators and of webhooks, which are set up once, and without the schemas that only these use.
 */
import { readFileSync } from 'node:fs'

const left = ['getHealth', 'getReadiness']
const isLeft = (path: string) => /^\/(?:auth|v1\/webhooks)\b/.test(path)

type Named = Record<string, unknown>
type Paths = Record<string, Record<string, { operationId?: string }>>

export function clientDocument<Document>(): Document {
  const document = JSON.parse(readFileSync(new URL('../../openapi/compute.json', import.meta.url), 'utf8')) as {
    paths: Paths
    components: Record<string, Named> & { schemas: Named }
  }
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) => {
      const kept = Object.entries(methods).filter(([, { operationId = '' }]) => !left.includes(operationId))
      return isLeft(path) || kept.length === 0 ? [] : [[path, Object.fromEntries(kept)]]
    }),
  )
  const used = new Set<string>()
  collect(paths, document, used)
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).filter(([name]) => used.has(`#/components/schemas/${name}`)),
  )
  return { ...document, paths, components: { ...document.components, schemas } } as Document
}

/** Everything that is referred to, by whatever is. */
function collect(value: unknown, document: unknown, used: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name !== '$ref' || used.has(inner as string)) collect(inner, document, used)
    else {
      used.add(inner as string)
      const target = (inner as string)
        .split('/')
        .slice(1)
        .reduce<unknown>((at, step) => (at as Named)[step], document)
      collect(target, document, used)
    }
  }
}

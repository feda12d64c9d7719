/** The request of an operation as its document's examples make it: for samples, and for what can be tried. */
import type { Described, Document, Parameter } from './document.ts'
import { resolved } from './document.ts'
import type { SampleRequest } from './model/samples.ts'

export type ExampleRequest = {
  method: string
  path: string
  parameters: readonly Parameter[]
  /** Undefined where the operation takes none. */
  body: unknown
  hasBody: boolean
}

export function exampleRequest(document: Document, { method, path, operation }: Described): ExampleRequest {
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one))
  const media = operation.requestBody?.content?.['application/json']
  const [first] = Object.values(media?.examples ?? {})
  return { method, path, parameters, hasBody: media !== undefined, body: media?.example ?? first?.value }
}

/** What an example has for it; parameters that nobody has to give are left out. */
export const exampleOf = ({ example, schema }: Parameter): string => {
  const value = example ?? schema?.examples?.[0]
  return value === undefined ? '' : String(value)
}

export function filledPath({ path, parameters }: ExampleRequest): string {
  const inPath = path.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const found = parameters.find((one) => one.in === 'path' && one.name === name)
    const value = found && exampleOf(found)
    return value ? encodeURIComponent(value) : whole
  })
  const query = parameters.filter((one) => one.in === 'query' && one.required)
  const text = query.map((one) => `${encodeURIComponent(one.name)}=${encodeURIComponent(exampleOf(one))}`).join('&')
  return text ? `${inPath}?${text}` : inPath
}

export function sampleOf(request: ExampleRequest, baseUrl: string, isOpen: boolean): SampleRequest {
  return {
    method: request.method,
    url: `${baseUrl}${filledPath(request)}`,
    headers: isOpen ? {} : { Authorization: 'Bearer svc_YOUR_KEY' },
    ...(request.hasBody && { body: request.body ?? {} }),
  }
}

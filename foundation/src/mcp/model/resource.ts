/** Text that agents can read, and prompts that people can choose, beside tools. */
export type Resource = {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  /** Of what it reads: to a key without it, the resource is not listed, and the operation refuses. */
  scope?: string
  read: (ask: Ask) => Promise<string | undefined> | string | undefined
}

/** A GET of the API as the same caller: its scope, quota and log are those of the route. Undefined where nothing is there. */
export type Ask = (path: string) => Promise<string | undefined>

/** Resources whose address has one part to fill in, `{name}` at its end. */
export type ResourceTemplate = Omit<Resource, 'uri' | 'read'> & {
  uriTemplate: string
  /** Undefined where there is none of that name. */
  read: (name: string, ask: Ask) => Promise<string | undefined> | string | undefined
}

export type Prompt = {
  name: string
  title: string
  description: string
  /** Those of the tools that it asks for: without one of them, it is not listed. */
  scopes: readonly string[]
  text: string
}

/** Text that agents can read, and prompts that people can choose, beside tools. */
import type { Principal } from '../../identity/model/principal.ts'

export type Resource = {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  read: () => Promise<string> | string
}

/** Resources whose address has one part to fill in, `{name}` at its end. */
export type ResourceTemplate = Omit<Resource, 'uri' | 'read'> & {
  uriTemplate: string
  /** Undefined where there is none of that name. */
  read: (name: string, principal: Principal) => Promise<string | undefined> | string | undefined
}

export type Prompt = {
  name: string
  title: string
  description: string
  /** Those of the tools that it asks for: without one of them, it is not listed. */
  scopes: readonly string[]
  text: string
}

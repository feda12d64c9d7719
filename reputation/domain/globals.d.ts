/**
 * What the domain uses of the platform beside the language itself. It is compiled without the types of Node and of
 * browsers, so that whatever else it reaches for is an error.
 */

declare class URL {
  constructor(url: string, base?: string | URL)
  static parse(url: string, base?: string): URL | null
  static canParse(url: string): boolean
  protocol: string
  hostname: string
  host: string
  port: string
  username: string
  password: string
  pathname: string
  search: string
  hash: string
  readonly href: string
  readonly origin: string
  readonly searchParams: URLSearchParams
}

declare class URLSearchParams {
  constructor(query?: string | Iterable<readonly [string, string]>)
  get(name: string): string | null
  has(name: string): boolean
  delete(name: string): void
  append(name: string, value: string): void
  sort(): void
  entries(): IterableIterator<[string, string]>
  keys(): IterableIterator<string>
  [Symbol.iterator](): IterableIterator<[string, string]>
  toString(): string
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
  encodeInto(text: string, into: Uint8Array): { read: number; written: number }
}

declare class TextDecoder {
  constructor(encoding?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes: Uint8Array): string
}

declare function atob(base64: string): string

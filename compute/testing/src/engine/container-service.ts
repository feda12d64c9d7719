/** What the tests ask of a Docker or Podman of their own. */
export type ContainerService = {
  socketPath: string
  /** Serves its greeting over HTTP on port 8080, ends when asked to, and has a shell. */
  image: string
  /** The root folder of that image, packed by `tar`. */
  rootFolder: Buffer
  /** How Podman calls eight devices that are no GPUs, 0 to 7; undefined where there are none. */
  deviceKind: string | undefined
  /** Where a registry may be on loopback, without TLS. */
  registryPort: number
  /** Runs the engine's own command line, and answers what it said. */
  command(...args: string[]): string
  /** Ends the service as kill -9 does; containers run on. */
  kill(): Promise<void>
  start(): Promise<void>
  /** From now on the service takes calls and answers none. */
  freeze(): void
  thaw(): void
  /** Ends and removes all that there is of it. */
  close(): Promise<void>
}

export const testImage = 'localhost/service-test:1'
export const greeting = 'hello from the container\n'

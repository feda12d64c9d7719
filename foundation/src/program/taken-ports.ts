import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that the service will listen on, and the setting that says which. */
export type PortSetting = { setting: string; host: string; port: number }

/** A sentence for each port that somebody else listens on. Asked before anything is opened, so that all are named at once. */
export async function takenPorts(ports: readonly PortSetting[]): Promise<string[]> {
  const probes = await Promise.all(ports.map(probe))
  await Promise.all(probes.map(({ close }) => close()))
  return probes.flatMap(({ fault }) => fault ?? [])
}

type Probe = { fault?: string; close(): Promise<void> }

/** Listens until it is closed, so that two settings with the same port are found as well. */
async function probe({ setting, host, port }: PortSetting): Promise<Probe> {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
    return { close: () => new Promise((resolve) => void server.close(() => resolve())) }
  } catch (error) {
    return { fault: portFault(error as NodeJS.ErrnoException, { setting, host, port }), close: async () => {} }
  }
}

function portFault({ code, message }: NodeJS.ErrnoException, { setting, host, port }: PortSetting): string {
  if (code === 'EADDRINUSE') {
    return (
      `The port ${port} on ${host} is taken: another program, perhaps this service itself, listens there. ` +
      `Stop it, or set ${setting} to a free one.`
    )
  }
  if (code === 'EACCES')
    return `The port ${port} on ${host} needs rights that this account lacks. Set ${setting} to another.`
  if (code === 'EADDRNOTAVAIL') return `The address ${host} is not this machine’s: see ${setting}.`
  return `The port ${port} on ${host} of ${setting} cannot be used: ${message}.`
}

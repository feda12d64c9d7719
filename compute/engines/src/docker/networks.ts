/**
 * Networks that keep companies apart.
 *
 * Podman: one for each company, and each isolated from every other. Docker has addresses for some thirty networks, and
 * can keep the containers of one network from each other: there all of ours share one. A network is made when the engine
 * first complains that it is not there, so one that is costs nothing.
 */
import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineFault } from '../engine.ts'
import { libpod } from './create-call.ts'
import { isNameTaken } from './faults.ts'
import { companyLabel, ownerLabel } from './labels.ts'
import type { Machine } from './machine.ts'

export type Networks = {
  nameFor(companyId: string, signal: AbortSignal): Promise<string>
  /** Nothing happens where there is one. */
  make(companyId: string, signal: AbortSignal): Promise<void>
}

const makeMs = 30_000
/** Podman looks through the interfaces of the machine, and fails where one goes at that moment. */
const maxTries = 6
const pauseMs = (tries: number): number => 25 * 2 ** (tries - 1)

/**
 * `engineName` tells two engines of one machine apart, which share the names of interfaces and of firewall chains; empty
 * where there is one.
 */
export function networksOn(machine: Machine, engineName = ''): Networks {
  const { client, owner } = machine
  const underWay = new Map<string, Promise<void>>()

  async function nameFor(companyId: string, signal: AbortSignal): Promise<string> {
    const shared = !(await machine.isPodman(signal))
    const engine = engineName && `\n${engineName}`
    return `svc-${hash('sha256', `${owner}\n${shared ? '' : companyId}${engine}`).slice(0, 16)}`
  }

  async function ask(companyId: string, name: string, signal: AbortSignal): Promise<void> {
    const call = (await machine.isPodman(signal)) ? podmanNetwork : dockerNetwork
    let complaint = ''
    for (let tries = 1; tries <= maxTries; tries++) {
      const response = await client.ask({ ...call(name, { owner, companyId, engineName }), signal, limitMs: makeMs })
      if (response.status < 400 || isNameTaken(response)) return
      complaint = response.message
      await sleep(pauseMs(tries))
    }
    throw new EngineFault('start-refused', 'The hub has no network left to isolate the container in.', {
      cause: new Error(complaint),
    })
  }

  return {
    nameFor,
    async make(companyId, signal) {
      const name = await nameFor(companyId, signal)
      const making = underWay.get(name) ?? ask(companyId, name, signal).finally(() => underWay.delete(name))
      underWay.set(name, making)
      await making
    },
  }
}

type Whose = { owner: string; companyId: string; engineName: string }

/** Podman takes the first that is free, which is the same for two engines at one moment. At most 15 characters. */
const interfaceFor = (name: string): string => `podman${hash('sha256', name).slice(0, 8)}`

const podmanNetwork = (name: string, { owner, companyId, engineName }: Whose) => ({
  method: 'POST' as const,
  path: `${libpod}/networks/create`,
  body: {
    name,
    driver: 'bridge',
    ...(engineName && { network_interface: interfaceFor(name) }),
    options: { isolate: 'true' },
    dns_enabled: false,
    labels: { [ownerLabel]: owner, [companyLabel]: companyId },
  },
})

const dockerNetwork = (name: string, { owner }: Whose) => ({
  method: 'POST' as const,
  path: '/networks/create',
  body: {
    Name: name,
    Driver: 'bridge',
    CheckDuplicate: true, // Docker before 25 would make a second one of the name
    Options: { 'com.docker.network.bridge.enable_icc': 'false' },
    Labels: { [ownerLabel]: owner },
  },
})

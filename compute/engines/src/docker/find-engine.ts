import { defaultAddresses, type EngineAddress } from './engine-address.ts'
import { type EngineVersion, openMachine } from './machine.ts'

export type FoundEngine = { address: EngineAddress; version: EngineVersion }

/** The first of the usual places where Docker or Podman answers. */
export async function findEngine(
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  addresses: readonly EngineAddress[] = defaultAddresses(env),
): Promise<FoundEngine | undefined> {
  for (const address of addresses) {
    const version = await versionAt(address, signal)
    if (version) return { address, version }
  }
  return undefined
}

/** Undefined where nobody answers, for whatever reason. */
export async function versionAt(address: EngineAddress, signal: AbortSignal): Promise<EngineVersion | undefined> {
  const machine = openMachine(address, '')
  try {
    return await machine.version(signal)
  } catch {
    return undefined
  } finally {
    machine.client.close()
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Models of the NVIDIA GPUs of this machine, in the order of their numbers: `NVIDIA H100 80GB HBM3`. Empty where there
 * are none, or no driver.
 */
export function machineGpus(folder = '/proc/driver/nvidia/gpus'): string[] {
  return readIfThere(() => readdirSync(folder).sort(), []).flatMap((busAddress) => {
    const said = readIfThere(() => readFileSync(join(folder, busAddress, 'information'), 'utf8'), '')
    const [, model] = /^Model:\s*(.+?)\s*$/m.exec(said) ?? []
    return model ? [model] : []
  })
}

function readIfThere<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

import { statfs } from 'node:fs/promises'
import { libpod } from './create-call.ts'
import { expected, type Machine } from './machine.ts'
import { fieldsOf } from './response-fields.ts'

const infoMs = 20_000

/** Bytes that are free where the engine keeps its images; undefined where that is not on a disk of this machine. */
export function makeFreeDisk(machine: Machine): (signal: AbortSignal) => Promise<number | undefined> {
  let folder: string | undefined
  async function findFolder(signal: AbortSignal): Promise<string> {
    const ask = async (path: string) =>
      fieldsOf(expected(await machine.client.ask({ method: 'GET', path, signal, limitMs: infoMs })))
    return (await machine.isPodman(signal))
      ? (await ask(`${libpod}/info`)).in('store').text('graphRoot')
      : (await ask('/info')).text('DockerRootDir')
  }
  return async (signal) => {
    if (!machine.isHere) return undefined
    folder ??= await findFolder(signal)
    const disk = await statfs(folder).catch(() => undefined)
    return disk && disk.bavail * disk.bsize
  }
}

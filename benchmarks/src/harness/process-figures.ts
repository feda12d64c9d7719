/** What a process uses, as the kernel counts it; Linux only. */
import { readFileSync } from 'node:fs'

export function residentMB(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1e6
}

/** Processor time so far, all threads together. */
export function cpuSeconds(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const ticks = Number(afterName[11]) + Number(afterName[12]) // user and system, proc(5)
  return ticks / 100 // USER_HZ is 100 on every Linux that Node runs on
}

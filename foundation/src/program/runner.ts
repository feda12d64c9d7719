/**
 * What a service tells the process that started it, `tools/run.mjs`, which may have started others beside it: so that faults
 * of all of them are reported together, and the demo's banners come last. Without such a process it says so itself.
 */
export type Runner = {
  /** The settings can be used and the ports are free. */
  settled(): void
  /** The settings cannot be used. Each fault is a sentence. */
  refused(faults: readonly string[]): Promise<void>
  /** How the demo is used, to be shown behind the log of the start. */
  ready(banner: string): void
}

/** The messages, as `tools/run.mjs` reads them. */
type Message = { settled: true } | { refused: readonly string[] } | { banner: string }

type Channel = { send?: ((message: Message, sent: () => void) => boolean) | undefined }

/** Given as the last word by `tools/run.mjs`. */
export const reportsToRunner = '--reports-to-runner'

export function runnerOf(process: Channel & { argv: readonly string[] }): Runner {
  if (process.send && process.argv.at(-1) === reportsToRunner) return reportingTo(process)
  return {
    settled() {},
    async refused(faults) {
      console.error(`The configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    },
    ready: (banner) => console.log(banner),
  }
}

const reportingTo = (channel: Channel): Runner => ({
  settled: () => void channel.send?.({ settled: true }, ignore),
  refused: (refused) => new Promise((resolve) => channel.send?.({ refused }, resolve)),
  ready: (banner) => void channel.send?.({ banner }, ignore),
})

/** A process that has gone: `shutdown.ts` sees to that. */
const ignore = () => {}

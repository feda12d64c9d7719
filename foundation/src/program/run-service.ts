/**
 * What every service's `main.ts` does: it reads the words and the configuration, opens the service, and closes it on a
 * signal. A start that fails says why, and everything that was open is closed.
 */
import { ConfigError, type Environment } from '../config/config.ts'
import { makeDisposer } from '../disposer.ts'
import { makeReadiness } from '../http/http.ts'
import { type LogOptions, makeLogger } from '../log/log.ts'
import { type SignalSource, shutDownOnSignals } from '../shutdown.ts'
import type { RuntimeContext } from './base.ts'
import { explainFailedStart } from './failed-start.ts'
import { type Runner, runnerOf } from './runner.ts'
import { type PortSetting, takenPorts } from './taken-ports.ts'

/** `process`, of which `main.ts` is the only one to know. */
export type Process = SignalSource & Parameters<typeof runnerOf>[0] & { env: Environment }

type CommonConfig = {
  logLevel: LogOptions['level']
  logForm?: LogOptions['form'] | undefined
  shutdownDrainMs: number
  shutdownGraceMs: number
}

export type Program<Config extends CommonConfig> = {
  /** Names the service in its log. */
  name: string
  readConfig(env: Environment): Config
  /** Those that it will listen on. */
  ports(config: Config): PortSetting[]
  /** Opens the service and says that it serves; in the demo, how it is used. */
  open(config: Config, context: RuntimeContext, demo: Demo): Promise<void>
}

export type Demo = {
  ready: Runner['ready']
  /** Whether the key of the demo is to be the same at each start. */
  isKeyKept: boolean
}

const demoKeyOption = '--demo-key'

export async function runService<Config extends CommonConfig>(
  process: Process,
  program: Program<Config>,
): Promise<void> {
  const mode = process.argv[2]
  if (mode !== 'demo' && mode !== 'serve') {
    console.error('Usage: main.ts <demo|serve>')
    return process.exit(2)
  }
  const runner = runnerOf(process)
  try {
    const config = program.readConfig(process.env)
    const faults = await takenPorts(program.ports(config))
    if (faults.length > 0) throw new ConfigError(faults)
    runner.settled()
    await start(process, mode, config, program, {
      ready: runner.ready,
      isKeyKept: process.argv.includes(demoKeyOption),
    })
  } catch (error) {
    if (error instanceof ConfigError) await runner.refused(error.faults)
    else console.error(explainFailedStart(error))
    process.exit(1)
  }
}

async function start<Config extends CommonConfig>(
  process: Process,
  mode: 'demo' | 'serve',
  config: Config,
  { name, open }: Program<Config>,
  demo: Demo,
): Promise<void> {
  const form = config.logForm ?? (mode === 'demo' ? 'readable' : 'json')
  const log = makeLogger({ level: config.logLevel, form, service: name })
  const disposer = makeDisposer(log)
  const readiness = makeReadiness()
  shutDownOnSignals(process, {
    disposer,
    log,
    announce: readiness.stop,
    drainMs: config.shutdownDrainMs,
    graceMs: config.shutdownGraceMs,
    uptimeMs: () => performance.now(),
  })
  try {
    await open(config, { mode, log, disposer, readiness, now: () => new Date() }, demo)
  } catch (error) {
    await disposer.close()
    throw error
  }
}

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

/** `process`, of which `main.ts` is the only one to know. */
export type Process = SignalSource & { argv: readonly string[]; env: Environment }

type CommonConfig = {
  logLevel: LogOptions['level']
  logForm?: LogOptions['form'] | undefined
  shutdownDrainMs: number
  shutdownGraceMs: number
}

export type Program<Config extends CommonConfig> = {
  readConfig(env: Environment): Config
  /** The settings to change where a port is taken. */
  portSettings: string
  /** Opens the service and says that it serves. */
  open(config: Config, context: RuntimeContext): Promise<void>
}

export async function runService<Config extends CommonConfig>(
  process: Process,
  { readConfig, portSettings, open }: Program<Config>,
): Promise<void> {
  const mode = process.argv[2]
  if (mode !== 'demo' && mode !== 'serve') {
    console.error('Usage: main.ts <demo|serve>')
    return process.exit(2)
  }
  try {
    await start(process, mode, readConfig(process.env), open)
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : explainFailedStart(error, portSettings))
    process.exit(1)
  }
}

async function start<Config extends CommonConfig>(
  process: Process,
  mode: 'demo' | 'serve',
  config: Config,
  open: Program<Config>['open'],
): Promise<void> {
  const log = makeLogger({ level: config.logLevel, form: config.logForm ?? (mode === 'demo' ? 'readable' : 'json') })
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
    await open(config, { mode, log, disposer, readiness, now: () => new Date() })
  } catch (error) {
    await disposer.close()
    throw error
  }
}

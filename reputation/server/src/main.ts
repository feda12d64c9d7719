/**
 * The program: `main.ts demo` is what `npm start` runs, `main.ts serve` what `npm run serve` does. This file alone
 * touches the process: its environment, its signals, its exit code.
 */
import { ConfigError } from '@service/foundation/config/env-reader.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeClosing, shutDownOnSignals } from '@service/foundation/shutdown.ts'
import { openService, openWorker, type Service, type Surroundings } from './app.ts'
import { readConfig } from './config.ts'
import { renewDemoAccount } from './demo-account.ts'
import { demoBanner } from './demo-banner.ts'
import { explainFailedStart } from './failed-start.ts'
import { startNewsSample } from './news-sample/news-sample.ts'
import { makeFollowSubject } from './subjects/follow-subject.ts'

const mode = process.argv[2]
if (mode !== 'demo' && mode !== 'serve') {
  console.error('Usage: main.ts <demo|serve>')
  process.exit(2)
}

try {
  await run(mode)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : explainFailedStart(error))
  process.exit(1)
}

async function run(mode: 'demo' | 'serve'): Promise<void> {
  const config = readConfig(process.env)
  const log = makeLogger({ level: config.logLevel, form: config.logForm ?? (mode === 'demo' ? 'readable' : 'json') })
  const closing = makeClosing(log)
  const readiness = makeReadiness()
  shutDownOnSignals(process, {
    closing,
    log,
    announce: readiness.stop,
    drainMs: config.shutdownDrainMs,
    graceMs: config.shutdownGraceMs,
    uptimeMs: () => performance.now(),
  })
  try {
    const surroundings: Surroundings = { mode, log, closing, readiness, now: () => new Date() }
    if (mode === 'serve' && !config.roles.includes('api')) {
      const { metricsUrl } = await openWorker(config, surroundings)
      log.info({ metrics: metricsUrl }, 'working')
      return
    }
    const service = await openService(config, surroundings)
    if (mode === 'demo') {
      const { companyId, key } = await renewDemoAccount(service.administration)
      await service.lists.whenLoaded() // so that the commands that are printed work
      console.log(demoBanner(service, key))
      loadNews(service, surroundings, companyId)
    } else log.info({ url: service.baseUrl, metrics: service.metricsUrl }, 'serving')
  } catch (error) {
    await closing.close()
    throw error
  }
}

/** In the background: the demo answers meanwhile, from what is there already. */
function loadNews({ pipeline, administration }: Service, { closing, now, log }: Surroundings, companyId: string): void {
  if (!pipeline) return
  const follow = makeFollowSubject(administration)
  const sample = startNewsSample({ db: administration.db, pipeline, follow, now, log }, companyId)
  closing.add('sample of news', () => sample.close())
}

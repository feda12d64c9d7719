/**
 * The program: `main.ts demo` is what `npm start` runs, `main.ts serve` what `npm run serve` does. This file alone
 * uses the process: its environment, its signals, its exit code.
 */
import type { RuntimeContext } from '@service/foundation/program/base.ts'
import { renewDemoAccount } from '@service/foundation/program/demo-account.ts'
import { type Demo, runService } from '@service/foundation/program/run-service.ts'
import type { Service } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { demoBanner } from './demo-banner.ts'
import type { Pipeline } from './news/news.ts'
import { openService, openWorker } from './open-service.ts'
import { serviceName } from './service-name.ts'

await runService(process, {
  name: serviceName,
  readConfig,
  ports: ({ roles, host, port, metricsHost, metricsPort }) => [
    ...(roles.includes('api') ? [{ setting: 'REPUTATION_PORT', host, port }] : []),
    { setting: 'REPUTATION_METRICS_PORT', host: metricsHost, port: metricsPort },
  ],
  open,
})

async function open(config: Config, context: RuntimeContext, demo: Demo): Promise<void> {
  const { mode, log } = context
  if (mode === 'serve' && !config.roles.includes('api')) {
    const { metricsUrl } = await openWorker(config, context)
    log.info({ metrics: metricsUrl }, 'working')
    return
  }
  const service = await openService(config, context)
  const pipeline = await service.startWork() // customers are served already
  if (mode === 'demo') {
    const { dataDir } = config
    const account = await renewDemoAccount(service.administration, { dataDir, isKept: demo.isKeyKept })
    await service.lists.whenLoaded() // so that the commands that are printed work
    demo.ready(demoBanner(service, account))
    if (pipeline) await loadNews(service, pipeline, context, account.companyId)
  } else {
    log.info({ url: service.baseUrl, metrics: service.metricsUrl }, 'serving')
    await hintAtFirstCompany(service, context)
  }
}

async function hintAtFirstCompany({ administration }: Service, { log }: RuntimeContext): Promise<void> {
  const companies = await administration.listCompanies({ actor: 'system', requestId: null })
  if (companies.length > 0) return
  const command = 'npm run admin -- reputation company create'
  log.info(
    `there is no company and no key yet: begin with \`${command}\`, see docs/production.md, "The first customer"`,
  )
}

/** In the background: the demo answers meanwhile, from what is there already. */
async function loadNews(
  { administration, reports }: Service,
  pipeline: Pipeline,
  { disposer, now, log }: RuntimeContext,
  companyId: string,
): Promise<void> {
  const { startNewsSample } = await import('./news/news.ts')
  const { startDemoReport } = await import('./reports/reports.ts')
  const { db, followSubject: follow } = administration
  const sample = await startNewsSample({ db, pipeline, follow, now, log }, companyId)
  disposer.add('sample of news', () => sample.close())
  const report = startDemoReport({ db, reports, now, log }, companyId)
  disposer.add('the report of the demo', () => report.stop())
}

/**
 * Opens the service. Its database opens, and is brought up to date, while the rest of the program is read: each of the two
 * takes about half a second.
 */
import { openBase } from '@service/foundation/program/base.ts'
import type { RuntimeContext, Service } from './app.ts'
import type { Config } from './config.ts'
import { migrations } from './migration-folders.ts'
import { serviceName } from './service-name.ts'

/** Serves customers; what works in the background is started on its own. */
export async function openService(config: Config, context: RuntimeContext): Promise<Service> {
  const [base, app] = await openBoth(config, context)
  return app.serve(base, config, context)
}

/** Works in the background alone. */
export async function openWorker(config: Config, context: RuntimeContext): Promise<{ metricsUrl: string }> {
  const [base, app] = await openBoth(config, context)
  return app.work(base, config, context)
}

const openBoth = (config: Config, context: RuntimeContext) =>
  Promise.all([openBase({ name: serviceName, migrations }, config, context), import('./app.ts')])

/**
 * Opens the service. Its database opens, and is brought up to date, while the rest of the program is read: each of the two
 * takes about half a second.
 */
import { openBase } from '@service/foundation/program/base.ts'
import type { Service, Surroundings } from './app.ts'
import type { Config } from './config.ts'
import { migrations } from './migration-folders.ts'
import { serviceName } from './service-name.ts'

/** Serves customers; what works in the background is started on its own. */
export async function openService(config: Config, surroundings: Surroundings): Promise<Service> {
  const [base, app] = await openBoth(config, surroundings)
  return app.serve(base, config, surroundings)
}

/** Works in the background alone. */
export async function openWorker(config: Config, surroundings: Surroundings): Promise<{ metricsUrl: string }> {
  const [base, app] = await openBoth(config, surroundings)
  return app.work(base, config, surroundings)
}

const openBoth = (config: Config, surroundings: Surroundings) =>
  Promise.all([openBase({ name: serviceName, migrations }, config, surroundings), import('./app.ts')])

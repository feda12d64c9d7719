import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openService, type Service } from '@service/compute-server/app.ts'
import { readConfig } from '@service/compute-server/config.ts'
import { makeDisposer } from '@service/foundation/disposer.ts'
import { makeReadiness } from '@service/foundation/http/http.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'

export type OwnService = Pick<Service, 'baseUrl' | 'administration' | 'whenHubsAreReady'> & { stop(): Promise<void> }

/** The service in this process, on an embedded database of its own. */
export async function startOwnService(more: Record<string, string> = {}): Promise<OwnService> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sandbox-'))
  const log = makeLogger({ level: 'silent', form: 'json' })
  const disposer = makeDisposer(log)
  const ports = { COMPUTE_PORT: '0', COMPUTE_GATEWAY_PORT: '0', COMPUTE_METRICS_PORT: '0' }
  const settings = {
    ...ports,
    COMPUTE_DATA_DIR: folder,
    COMPUTE_ENGINE: 'simulated',
    COMPUTE_TRUSTED_PROXIES: '127.0.0.1',
    ...more,
  }
  const context = { mode: 'serve', log, disposer, readiness: makeReadiness(), now: () => new Date() } as const
  const { baseUrl, administration, whenHubsAreReady } = await openService(readConfig(settings), context)
  return {
    baseUrl,
    administration,
    whenHubsAreReady,
    async stop() {
      await disposer.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

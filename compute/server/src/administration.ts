import { randomBytes } from 'node:crypto'
import type { Command } from '@service/foundation/admin/command.ts'
import {
  guarded,
  makeAdministration,
  type Administration as Shared,
} from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { idempotencyPruner } from '@service/foundation/idempotency/pruner.ts'
import { idempotencyRedactor } from '@service/foundation/idempotency/redactor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { existingSealer } from '@service/foundation/program/open-secrets.ts'
import { quotaPruner } from '@service/foundation/quota/quota.ts'
import { allSealedRows } from '@service/foundation/sealing/sealing.ts'
import {
  sealedFactors,
  sealedSignOnSecrets,
  signInPruners,
  signInRedactor,
} from '@service/foundation/sign-in/sign-in.ts'
import { makeSignUpActs, type SignUpActs, signUpPruners, signUpRules } from '@service/foundation/sign-up/sign-up.ts'
import { sealedWebhooks, webhookPruners, webhookRedactors } from '@service/foundation/webhooks/webhooks.ts'
import { access } from './access/access.ts'
import { sealedCertificateRows } from './certificates/certificates.ts'
import type { Config } from './config.ts'
import { deploymentPruners, deploymentRedactors, sealedEnvRows } from './deployments/deployments.ts'
import { endpointPruners } from './endpoints/endpoints.ts'
import { logPruner, logRedactor, sealedLogRows } from './logs/logs.ts'
import { type HoursActs, hoursRules, hoursSet, hoursShow, makeHoursActs, makeReportEnds } from './metering/metering.ts'
import { migrations } from './migration-folders.ts'
import { samplePruner } from './monitoring/monitoring.ts'
import { makeOperatorViewActs, type OperatorViewActs, operatorViewRules } from './operator/operator.ts'
import { operatorCommands } from './operator-commands.ts'
import { pagesPath } from './pages-path.ts'
import { planPruner, planRedactor } from './plans/plans.ts'
import { type HubActs, hubCommands, hubRules, makeHubActs } from './reconcile/reconcile.ts'
import { loginRedactor, sealedLoginRows } from './registries/registries.ts'
import { signUpCommands } from './sign-up-commands.ts'

/** Every pruner here says itself how long it keeps what it prunes. */
const keptMs = 100 * 365 * 86_400_000

type Deps = { db: Database; now: () => Date; newId: NewId } & Pick<
  Config,
  | 'host'
  | 'port'
  | 'publicBaseUrl'
  | 'secretsKeys'
  | 'dataDir'
  | 'eventsKeptMs'
  | 'usageKeptMs'
  | 'logsKeptMs'
  | 'samplesKeptMs'
  | 'webhooksKeptMs'
>

/** What every service administers, GPU-hours, and who may sign up. */
export type Administration = Shared & HoursActs & HubActs & OperatorViewActs & SignUpActs

/** Everything that is kept sealed. */
export const allSealed = allSealedRows([
  sealedEnvRows,
  sealedLogRows,
  sealedLoginRows,
  ...sealedCertificateRows,
  sealedWebhooks,
  sealedFactors,
  sealedSignOnSecrets,
])

/** The same in the service and on the command line: an erasure must reach all that the service keeps, from both. */
export const administrationOf = ({
  db,
  now,
  newId,
  eventsKeptMs,
  usageKeptMs,
  logsKeptMs,
  samplesKeptMs,
  webhooksKeptMs,
  ...config
}: Deps): Administration => {
  const openSealer = () => existingSealer(config)
  const deps = { db, now, newId, randomBytes, access, migrations }
  const pagesUrl = `${config.publicBaseUrl ?? `http://${config.host}:${config.port}`}${pagesPath}`
  const shared = makeAdministration({
    ...deps,
    pagesUrl,
    redactors: [
      signInRedactor,
      ...deploymentRedactors(openSealer),
      logRedactor(openSealer),
      planRedactor,
      loginRedactor,
      idempotencyRedactor,
      ...webhookRedactors(),
    ],
    sealing: { rows: allSealed, openSealer },
    retention: {
      keptMs,
      pruners: [
        ...signInPruners,
        quotaPruner,
        ...signUpPruners,
        ...deploymentPruners({ eventsKeptMs, usageKeptMs, now }),
        ...endpointPruners,
        logPruner(logsKeptMs),
        samplePruner(samplesKeptMs),
        planPruner,
        idempotencyPruner,
        ...webhookPruners(webhooksKeptMs),
      ],
    },
  })
  return {
    ...shared,
    ...guarded(makeHoursActs(deps), hoursRules),
    ...guarded(makeHubActs({ ...deps, meter: { report: makeReportEnds(deps) } }), hubRules),
    ...guarded(makeOperatorViewActs(deps), operatorViewRules),
    ...guarded(makeSignUpActs({ ...deps, pagesUrl }), signUpRules),
  }
}

/** Beside those that every service has. */
export const ownCommands: readonly Command<Administration>[] = [
  hoursShow,
  hoursSet,
  ...hubCommands,
  ...operatorCommands,
  ...signUpCommands,
]

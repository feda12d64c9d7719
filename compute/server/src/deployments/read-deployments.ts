import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { allocations } from '../allocations/allocations.ts'
import { events } from '../events/events.ts'
import type { DeploymentEvent } from '../events/model/event.ts'
import { noSuchDeployment } from './deployment-path.ts'
import * as deployments from './deployment-store.ts'
import type { Deployment, PlacedDeployment } from './model/deployment.ts'

type Page = { limit: number; before: string | null }

export type ReadDeployment = (companyId: string, id: string) => Promise<PlacedDeployment>
export type ListDeployments = (companyId: string, filter: deployments.DeploymentFilter) => Promise<PlacedDeployment[]>
export type ListEvents = (
  companyId: string,
  id: string,
  page: Page,
) => Promise<Pick<Deployment, 'simulated' | 'cpuOnly'> & { events: DeploymentEvent[] }>

type Deps = { db: Database }

export const makeReadDeployment = ({ db }: Deps): ReadDeployment => readerOf(db, deployments.find)

/** Also reads a deployment that was deleted: for the request that made it and still waits. */
export const makeReadMade = ({ db }: Deps): ReadDeployment => readerOf(db, deployments.findMade)

const readerOf =
  (db: Database, find: typeof deployments.find): ReadDeployment =>
  async (companyId, id) => {
    const found = await find(db.connection, companyId, id)
    if (!found) throw noSuchDeployment()
    const [placed] = await withNodes(db.connection, companyId, [found])
    return placed!
  }

/** The deployment that an earlier run of the operation has made, if any. */
export type FindMade = (companyId: string, operationId: string) => Promise<PlacedDeployment | undefined>

export const makeFindMade =
  ({ db }: Deps): FindMade =>
  async (companyId, operationId) => {
    const found = await deployments.findByOperation(db.connection, companyId, operationId)
    return found && (await withNodes(db.connection, companyId, [found]))[0]
  }

export const makeListDeployments =
  ({ db }: Deps): ListDeployments =>
  async (companyId, filter) =>
    withNodes(db.connection, companyId, await deployments.list(db.connection, companyId, filter))

export const makeListEvents =
  ({ db }: Deps): ListEvents =>
  async (companyId, id, page) => {
    const found = await deployments.find(db.connection, companyId, id)
    if (!found) throw noSuchDeployment()
    const { simulated, cpuOnly } = found
    return { simulated, cpuOnly, events: await events.listOfDeployment(db.connection, companyId, id, page) }
  }

async function withNodes(db: Queryable, companyId: string, found: readonly Deployment[]): Promise<PlacedDeployment[]> {
  const ids = found.map(({ id }) => id)
  const last = ids.length > 0 ? await allocations.lastOf(db, companyId, ids) : new Map<string, never>()
  return found.map((deployment) => ({ ...deployment, nodes: last.get(deployment.id)?.nodes ?? [] }))
}

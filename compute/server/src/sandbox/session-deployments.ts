/** The use cases of deployments, on what a session keeps. */
import { hasEnded } from '@service/compute-domain/deployments/status.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import { type BoundedWaits, type DeploymentDeps, makeDeploy } from '../deployments/deployments.ts'
import type { Session } from './session.ts'

export type SessionOf = (id: string) => Session
/** Does something in a session, after what was begun before. */
export type InSession = <T>(companyId: string, work: (session: Session) => T | Promise<T>) => Promise<T>

type Ending = { id: string; seconds: number; actor: Act['actor']; reason: 'user' | 'deleted' }

export function sessionDeployments(
  sessionOf: SessionOf,
  read: InSession,
): Omit<DeploymentDeps, 'isHub' | 'maxLifetimeMs' | 'plans' | 'gatewayDomain'> {
  const deploy = makeDeploy({
    placeDeployment: (asked) => sessionOf(asked.companyId).place(asked),
    waits: passing(sessionOf),
    readMade: async (companyId, id) => sessionOf(companyId).find(id),
  })
  return {
    deploy: (asked) => read(asked.companyId, () => deploy(asked)),
    readDeployment: (companyId, id) => read(companyId, (session) => session.find(id)),
    listDeployments: (companyId, filter) => read(companyId, ({ rows }) => rows.list(filter)),
    listEvents: (companyId, id, page) =>
      read(companyId, ({ rows }) => {
        const { simulated, cpuOnly } = rows.find(id)
        return { simulated, cpuOnly, events: rows.eventsOf(id, page) }
      }),
    stopDeployment: ({ companyId, actor }, id, { seconds }) =>
      read(companyId, (session) => end(session, { id, seconds, actor, reason: 'user' })),
    deleteDeployment: ({ companyId, actor, id, operation }, { seconds }) =>
      read(companyId, async (session) => {
        if (operation?.resumed && session.rows.get(id)?.deletedAt) return undefined
        const left = await end(session, { id, seconds, actor, reason: 'deleted' })
        if (!hasEnded(left.status)) return left
        await session.delete(id)
        return undefined
      }),
    readUsed: (companyId, ids) => read(companyId, ({ meter }) => meter.used(ids)),
  }
}

async function end(session: Session, { id, seconds, actor, reason }: Ending) {
  session.rows.find(id)
  await session.stop([id], reason, actor)
  await session.pass(seconds * 1_000, () => hasEnded(session.rows.find(id).status))
  return session.find(id)
}

/** Who waits in a sandbox moves its clock on until there is something to see. */
const passing = (sessionOf: SessionOf): BoundedWaits => ({
  async until({ companyId, deploymentId }, read, { seconds }) {
    const session = sessionOf(companyId)
    const status = session.rows.get(deploymentId)?.status
    await session.pass(seconds * 1_000, () => session.rows.get(deploymentId)?.status !== status)
    return read()
  },
})

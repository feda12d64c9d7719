/**
 * Erasure in what deployments keep: their names, messages and events, and what they were made of. What one runs with (its
 * image, command and environment) cannot be changed while it is alive: such a deployment is counted as held, and is
 * forgotten by another erasure once it has ended. The values of its environment go by themselves when it ends.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import type { Queryable } from '@service/foundation/database/database.ts'
import { type ErasureRequest, mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { redactJson, redactText } from '@service/foundation/erasure/model/redact-text.ts'
import type { Sealer } from '@service/foundation/sealing/sealer.ts'
import { openEnv } from '../sealed-env.ts'
import * as erasable from './erasable-store.ts'

const pageSize = 1_000

/** `openSealer`: undefined where nothing was ever sealed. */
export const deploymentRedactors = (openSealer: () => Sealer | undefined): readonly Redactor[] => [
  { name: 'deployments', redact: (tx, request) => redactDeployments(tx, request, openSealer()) },
  { name: 'events of deployments', redact: redactEvents },
]

/** All is read before any is held, for whoever brings one further waits until the erasure has committed. */
async function redactDeployments(tx: Queryable, request: ErasureRequest, sealer: Sealer | undefined) {
  const named: string[] = []
  let held = 0
  let page: erasable.ErasableDeployment[] = []
  do {
    page = await erasable.listDeployments(tx, request.companyId, page.at(-1)?.id ?? '', pageSize)
    for (const one of page) {
      const mentions = mentionsIn(request, one.companyId)
      if (redactedOf(one, mentions)) named.push(one.id)
      if (!one.ended && runsWith(one, mentions, sealer)) held += 1
    }
  } while (page.length === pageSize)

  for (const one of await erasable.lockDeployments(tx, named)) {
    const left = redactedOf(one, mentionsIn(request, one.companyId))
    const originalSha256 = sha256([one.id, one.spec, one.message])
    if (left) await erasable.redactDeployment(tx, { id: one.id, ...left }, { originalSha256, at: request.at })
  }
  return { redacted: named.length, held }
}

type Told = Pick<erasable.ErasableDeployment, 'spec' | 'message'>

/** Undefined where nothing names the person that can be changed. */
function redactedOf({ spec, message, ended }: erasable.ErasableDeployment, mentions: readonly string[]) {
  const left: Told = { spec: redactSpec(spec, mentions, ended), message: message && redactText(message, mentions) }
  return isDeepStrictEqual(left, { spec, message }) ? undefined : left
}

/** Whether what it runs with names the person. */
function runsWith(
  { id, spec: { image, command, env }, envSealed }: erasable.ErasableDeployment,
  mentions: readonly string[],
  sealer: Sealer | undefined,
): boolean {
  const all = { image, command, env, values: sealer && Object.values(openEnv(sealer, id, envSealed)) }
  return !isDeepStrictEqual(redactJson(all, mentions), all)
}

function redactSpec(spec: DeploymentSpec, mentions: readonly string[], ended: boolean): DeploymentSpec {
  const name = spec.name && redactText(spec.name, mentions)
  if (!ended) return { ...spec, name }
  const { image, command, env } = spec
  return { ...spec, name, ...(redactJson({ image, command, env }, mentions) as Partial<DeploymentSpec>) }
}

async function redactEvents(tx: Queryable, request: ErasureRequest) {
  let redacted = 0
  let page: erasable.ErasableEvent[] = []
  do {
    page = await erasable.listEvents(tx, request.companyId, page.at(-1)?.id ?? '', pageSize)
    for (const { id, companyId, ...told } of page) {
      const left = redactJson(told, mentionsIn(request, companyId)) as typeof told
      if (isDeepStrictEqual(left, told)) continue
      await erasable.redactEvent(tx, { id, ...left }, { originalSha256: sha256([id, told]), at: request.at })
      redacted += 1
    }
  } while (page.length === pageSize)
  return { redacted, held: 0 }
}

const sha256 = (parts: readonly unknown[]): Uint8Array => createHash('sha256').update(JSON.stringify(parts)).digest()

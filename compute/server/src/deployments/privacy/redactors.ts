/**
 * Erasure in the data of deployments: names, messages, events and specifications. The image, command and environment of a
 * deployment that is alive cannot be changed: it is counted as held, and redacted by another erasure once it has ended.
 * The values of its environment are deleted when it ends.
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

/** `openSealer` returns undefined where nothing was ever sealed. */
export const deploymentRedactors = (openSealer: () => Sealer | undefined): readonly Redactor[] => [
  { name: 'deployments', redact: (tx, request) => redactDeployments(tx, request, openSealer()) },
  { name: 'events of deployments', redact: redactEvents },
]

/** Reads all deployments before it locks any: a locked one cannot go on until the erasure has committed. */
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

type Redactable = Pick<erasable.ErasableDeployment, 'spec' | 'message'>

/** The redacted fields; undefined where no field that can be changed names the person. */
function redactedOf({ spec, message, ended }: erasable.ErasableDeployment, mentions: readonly string[]) {
  const left: Redactable = {
    spec: redactSpec(spec, mentions, ended),
    message: message && redactText(message, mentions),
  }
  return isDeepStrictEqual(left, { spec, message }) ? undefined : left
}

/** Whether its image, command, arguments, health path or environment names the person. */
function runsWith(
  { id, spec: { image, command, args = null, healthPath = null, env }, envSealed }: erasable.ErasableDeployment,
  mentions: readonly string[],
  sealer: Sealer | undefined,
): boolean {
  const all = { image, command, args, healthPath, env, values: sealer && Object.values(openEnv(sealer, id, envSealed)) }
  return !isDeepStrictEqual(redactJson(all, mentions), all)
}

function redactSpec(spec: DeploymentSpec, mentions: readonly string[], ended: boolean): DeploymentSpec {
  const name = spec.name && redactText(spec.name, mentions)
  const labels = spec.labels && redactLabels(spec.labels, mentions)
  const shown = { ...spec, name, ...(labels && { labels }) }
  if (!ended) return shown
  const { image, command, args, healthPath, env } = spec
  const run = { image, command, ...(args && { args }), ...(healthPath && { healthPath }), env }
  return { ...shown, ...(redactJson(run, mentions) as Partial<DeploymentSpec>) }
}

/** Their names are words of a scheme; what is said of somebody stands in the values. */
const redactLabels = (labels: Readonly<Record<string, string>>, mentions: readonly string[]) =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, redactText(value, mentions)]))

async function redactEvents(tx: Queryable, request: ErasureRequest) {
  let redacted = 0
  let page: erasable.ErasableEvent[] = []
  do {
    page = await erasable.listEvents(tx, request.companyId, page.at(-1)?.id ?? '', pageSize)
    for (const { id, companyId, ...said } of page) {
      const left = redactJson(said, mentionsIn(request, companyId)) as typeof said
      if (isDeepStrictEqual(left, said)) continue
      await erasable.redactEvent(tx, { id, ...left }, { originalSha256: sha256([id, said]), at: request.at })
      redacted += 1
    }
  } while (page.length === pageSize)
  return { redacted, held: 0 }
}

const sha256 = (parts: readonly unknown[]): Uint8Array => createHash('sha256').update(JSON.stringify(parts)).digest()

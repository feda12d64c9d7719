/**
 * Values of environment variables are secrets: passwords and keys of the customer's. They are kept sealed, bound to their
 * deployment, beside its specification, which has the names alone; and opened only to be handed to an engine.
 */
import type { Sealer } from '@service/foundation/sealing/sealer.ts'

export type Variables = Readonly<Record<string, string>>

/** Null where there are none. */
export function sealEnv({ seal }: Pick<Sealer, 'seal'>, deploymentId: string, env: Variables): string | null {
  return Object.keys(env).length === 0 ? null : seal(JSON.stringify(env), deploymentId)
}

/** Throws `SealError`. */
export function openEnv({ open }: Pick<Sealer, 'open'>, deploymentId: string, sealed: string | null): Variables {
  return sealed === null ? {} : JSON.parse(open(sealed, deploymentId))
}

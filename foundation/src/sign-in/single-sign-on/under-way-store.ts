import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'

/** A sign-in that has gone to a provider. */
export type UnderWay = {
  companyId: string
  nonce: string
  verifierSealed: string
  redirectUri: string
  /** Somebody who is signed in already proves again who they are. */
  isAgain: boolean
}

export async function insert(
  tx: Queryable,
  one: UnderWay & { stateSha256: Uint8Array; browserSha256: Uint8Array; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into provider_sign_ins (state_sha256, company_id, browser_sha256, nonce, verifier_sealed, redirect_uri, is_again,
                                   expires_at)
    values (${one.stateSha256}, ${one.companyId}, ${one.browserSha256}, ${one.nonce}, ${one.verifierSealed},
            ${one.redirectUri}, ${one.isAgain}, ${one.expiresAt})`.execute(tx)
}

/** Uses it up; undefined where there is none that went from this browser. */
export async function use(
  tx: Queryable,
  { stateSha256, browserSha256, now }: { stateSha256: Uint8Array; browserSha256: Uint8Array; now: Date },
): Promise<UnderWay | undefined> {
  const { rows } = await sql<UnderWay>`
    delete from provider_sign_ins
     where state_sha256 = ${stateSha256} and browser_sha256 = ${browserSha256} and expires_at > ${now}
    returning company_id, nonce, verifier_sealed, redirect_uri, is_again`.execute(tx)
  return rows[0]
}

export async function prune(tx: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from provider_sign_ins
     where state_sha256 in (select state_sha256 from provider_sign_ins where expires_at < ${before} limit ${limit})
    returning company_id`.execute(tx)
  return rows.length
}

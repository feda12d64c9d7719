import type { Party } from './screening-record.ts'
import { nameSha256, referenceSha256 } from './verdict.ts'

/** What stands for a screened party in tables that outlive its name. */
export type PartyKeys = { companyId: string; nameSha256: string; referenceSha256: string | null }

export const partyKeys = ({ companyId, party }: { companyId: string; party: Party }): PartyKeys => ({
  companyId,
  nameSha256: nameSha256(companyId, party.name),
  referenceSha256: party.reference === undefined ? null : referenceSha256(companyId, party.reference),
})

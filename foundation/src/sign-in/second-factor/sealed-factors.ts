import { sealedColumn } from '../../sealing/sealing.ts'

/** The secrets that people's apps share with the service. */
export const sealedFactors = sealedColumn('second factors', {
  table: 'user_totp',
  id: 'user_id',
  column: 'secret_sealed',
})

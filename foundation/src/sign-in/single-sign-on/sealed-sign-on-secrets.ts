import { sealedColumn } from '../../sealing/sealing.ts'

/** The secrets that providers gave the service. */
export const sealedSignOnSecrets = sealedColumn('secrets of single sign-on', {
  table: 'single_sign_ons',
  id: 'company_id',
  column: 'secret_sealed',
})

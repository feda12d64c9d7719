import type { Regimes } from '@service/reputation-domain/lists/regime.ts'
import type { ListFormat } from '../formats/list-format.ts'

/** All that the service knows of an authority that publishes a sanctions list. */
export type Authority = {
  /** In capitals: names the list in requests and responses, in its entries' ids, and its setting `REPUTATION_<id>_SOURCES`. */
  id: string
  /** Screened against only where the operator asks for it. The others always are. */
  optional?: true
  /** Where its list comes from unless the operator says otherwise. Several files make one list. */
  addresses: readonly string[]
  formats: readonly ListFormat[]
  /** What its programmes are about, in words that all authorities share. */
  regimes: Regimes
}

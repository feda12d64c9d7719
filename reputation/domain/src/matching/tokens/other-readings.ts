/** What a queried name may be beside what its words say: the names within it, and a Korean name in Chinese characters. */
import { hanjaInHangul } from '../scripts/hanja.ts'
import { alternativeNames } from './alternative-names.ts'
import { type NameKind, nameKind } from './name-kind.ts'

/** Other names that the query may stand for; none for nearly all. */
export function otherReadings(name: string, kind: NameKind): string[] {
  const names = alternativeNames(name, kind)
  const korean = kind === nameKind.person ? hanjaInHangul(name) : undefined
  return korean === undefined ? names : [...names, korean]
}

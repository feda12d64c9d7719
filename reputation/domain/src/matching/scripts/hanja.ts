/** Korean names in Chinese characters (Hanja), as Chinese and Japanese texts write them. */
import { koreanFamilyName, koreanReading } from '../tables/hanja.ts'
import { traditionalForm } from '../tables/simplified-characters.ts'
import { isHanCharacter } from './han.ts'

/** Characters of a Korean name: one of the family, and one to three of the person. */
const minCharacters = 2
const maxCharacters = 4

/** What stands between the characters of a name and says nothing: 金 正恩, 金・正恩. */
const gaps = /[\s\u00b7\u30fb]/g

/**
 * The name as Hangul, where it may be a Korean one: 金正恩 is 김정은. Undefined where it is not all characters, does not begin
 * with a Korean family name, or has a character that Korean names do not.
 */
export function hanjaInHangul(name: string): string | undefined {
  if (!isHanCharacter(name.codePointAt(0) ?? 0)) return undefined
  const characters = [...name.replace(gaps, '')]
  if (characters.length < minCharacters || characters.length > maxCharacters) return undefined
  const syllables = characters.map((character, i) => readAs(character, i === 0 ? koreanFamilyName : koreanReading))
  return syllables.includes(undefined) ? undefined : syllables.join('')
}

const readAs = (character: string, reading: (character: string) => string | undefined): string | undefined =>
  reading(character) ?? reading(traditionalForm(character))

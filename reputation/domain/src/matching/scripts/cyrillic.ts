/** The ending of an ordinal number: 27-й, 41-ви and 1-го are 27th, 41st and 1st. Of one letter it needs its hyphen: 3М is a company. */
const ordinal =
  /(\d)(?:-?(?:ый|ий|ой|ая|ое|ого|ому|ом|го|му|ви|ва|во|ят|ри|ра|ро|ти|та|то|ми|ма|мо|й|я)|-[еиіамх])(?!\p{L})/giu
const mayBeOrdinal = /\d-?[\u0400-\u04ff]/

/** `text` with its ordinal numbers in figures alone; letters are left to the general transliteration. */
export function cyrillicOrdinals(text: string): string {
  return mayBeOrdinal.test(text) ? text.replace(ordinal, '$1') : text
}

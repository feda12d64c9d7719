/** Numbers written as words or in Roman figures, as organisations and ships bear them. */

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'x x twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  )

const values = new Map<string, number>()
for (const [value, word] of units.entries()) values.set(word, value)
for (const [value, word] of ordinals.entries()) values.set(word, value)
for (const [ten, word] of tens.entries()) if (ten >= 2) values.set(word, ten * 10)
values.set('fourty', 40)
for (const [ten, word] of tens.entries()) if (ten >= 2) values.set(word.replace(/y$/, 'ieth'), ten * 10)
values.delete('zeroth')

/** Roman figures from two letters on; a single I, V or X is a number only at the end of a name. */
const roman = new Map<string, number>()
const romanUnits = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']
const romanTens = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc']
for (let value = 1; value < 100; value++)
  roman.set(`${romanTens[Math.floor(value / 10)]}${romanUnits[value % 10]}`, value)

/** The number that a word writes in full, or undefined: `fourteen` is 14, `3rd` is 3, `007` is 7. */
export function numberOf(word: string): number | undefined {
  const first = word.charCodeAt(0)
  if (first >= 48 && first <= 57) {
    const digits = /^(\d{1,9})(st|nd|rd|th|er|eme|ere|go|oy|ya|e)?$/.exec(word)
    return digits ? Number(digits[1]) : undefined
  }
  return values.get(word)
}

export const isTens = (value: number): boolean => value >= 20 && value <= 90 && value % 10 === 0
/** Words that say that a number follows: No. 5, Number 5, N-5. */
export const numberSigns: ReadonlySet<string> = new Set('no nr num number numero numer nomer nummer arith n'.split(' '))
const numbered = /^(?:n|no|nr)(\d{1,9})$/

/** The number of a word such as `n5`, which was dotted or hyphenated. */
export const signedNumber = (word: string): number | undefined => {
  if (word.charCodeAt(0) !== 110) return undefined
  const digits = numbered.exec(word)
  return digits ? Number(digits[1]) : undefined
}
export const romanNumber = (word: string): number | undefined => roman.get(word)

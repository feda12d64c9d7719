import { edtfDate, edtfInterval } from '@service/reputation-domain/lists/dates.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const between = /^(?:circa )?(.+?)(?: to |(?<=\d{4})-(?=\d{4}$))(?:circa )?(.+)$/
const single = /^(circa )?(?:(?:(\d{1,2}) )?([A-Za-z]{3})[a-z]* )?(\d{4})$/

/**
 * A date in English words as EDTF: `17 Apr 1993`, `Apr 1993`, `1993`, `circa 1951`, `1961 to 1963`, `circa 1955-1957`.
 * `undefined` for what is none of these.
 */
export function englishDate(text: string): string | undefined {
  const range = between.exec(text)
  if (range) return edtfInterval(englishDay(range[1] ?? ''), englishDay(range[2] ?? ''))
  return englishDay(text)
}

function englishDay(text: string): string | undefined {
  const match = single.exec(text)
  if (!match) return undefined
  const [, circa, day, monthName, year] = match
  const month = monthName === undefined ? undefined : months.indexOf(monthName.toLowerCase()) + 1
  return edtfDate(
    { year: Number(year), month, day: day === undefined ? undefined : Number(day) },
    { approximate: circa !== undefined },
  )
}

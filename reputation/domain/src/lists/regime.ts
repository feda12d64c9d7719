import type { ListEntry } from './model/entry.ts'

/**
 * What a listing is about: a conflict or a cause that each authority has a programme for. Programmes are as the lists
 * of 2026 write them. Programmes about a kind of deed (proliferation, cyber attacks, chemical weapons, drugs) are left
 * out: they span the world, and two namesakes in one of them prove little.
 */
const programmesByRegime: Record<string, RegExp> = {
  afghanistan: /^(?:Taliban|AFG)$/,
  belarus: /^(?:BLR|BELARUS.*)$/,
  burma: /^(?:MMR|BURMA.*)$/,
  'central africa': /^(?:CAR|CAF)$/,
  congo: /^(?:DRC|COD|DRCONGO)$/,
  haiti: /^(?:Haiti|HTI|HAITI.*)$/,
  iran: /^(?:Iran|IRN|IRAN.*|IFSR|IRGC)$/,
  iraq: /^(?:Iraq|IRQ|IRAQ\d*)$/,
  libya: /^(?:Libya|LBY|LIBYA\d*)$/,
  nicaragua: /^(?:NIC|NICARAGUA.*)$/,
  'north korea': /^(?:DPRK\d*|PRK)$/,
  russia: /^(?:UKR|RUS|RUSDA|RUSSIA.*|UKRAINE.*)$/,
  somalia: /^(?:Somalia|SOM|SOMALIA)$/,
  'south sudan': /^(?:SouthSudan|SSD|SOUTH SUDAN)$/,
  sudan: /^(?:Sudan|SDN|SDNZ|SUDAN.*|DARFUR)$/,
  syria: /^(?:SYR|SYRIA.*|PAARSSR.*)$/,
  terror: /^(?:Al-Qaida|TAQA|TERR|EUAQ|HAM|SDGT|FTO)$/,
  venezuela: /^(?:VEN|VENEZUELA.*)$/,
  yemen: /^(?:Yemen|YEM|YEMEN)$/,
}

const remembered = new Map<string, string | undefined>()
const mostRemembered = 1_000

/** The regimes of an entry's programmes, without repetition. */
export const regimesOf = ({ programs }: ListEntry): Set<string> =>
  new Set(programs.flatMap((program) => regimeOf(program) ?? []))

function regimeOf(program: string): string | undefined {
  if (remembered.has(program)) return remembered.get(program)
  const regime = Object.entries(programmesByRegime).find(([, programmes]) => programmes.test(program))?.[0]
  if (remembered.size < mostRemembered) remembered.set(program, regime)
  return regime
}

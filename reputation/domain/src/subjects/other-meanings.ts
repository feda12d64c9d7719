import type { TargetedText } from '../text-model/text-model.ts'

/**
 * Phrases in which a name that is also a word means something else, typed from common knowledge and long before any
 * company is asked for; a subject's own blockers come on top.
 */
const phrases: readonly string[] = `
price target, target price, price targets, sales target, profit target, earnings target, growth target, inflation target, emissions target,
target audience, target date, target range, target rate, target market, target practice, takeover target, buyout target, soft target,
easy target, prime target, moving target,
wage gap, pay gap, gender gap, wealth gap, income gap, trade gap, skills gap, price gap, funding gap, generation gap, achievement gap,
credibility gap, security gap, trust gap, gap year, gap between, gap narrows, gap widens, bridge the gap, close the gap, mind the gap,
closing the gap, stop gap,
orange county, orange juice, orange peel, orange is the new black, agent orange, orange alert, orange bowl, orange revolution, blood orange,
orange and black, clockwork orange, orange wine,
delta force, delta variant, mississippi delta, niger delta, nile delta, mekong delta, okavango delta, delta ii, delta iv,
delta blues,
shell shock, shell-shocked, shell shocked, shell out, shells out, shell company, shell companies, shell game, tortoise shell, 
car chase, police chase, high-speed chase, chases down, chase down, chase scene, paper chase, chevy chase, storm chase,
visa waiver, tourist visa, student visa, work visa, visa application, visa applications, visa rules, visa ban, visa program, visa requirements,
entry visa, travel visa, h-1b visa, schengen visa,
apple pie, apple juice, apple cider, apple tree, apple sauce, fiona apple, adam's apple, the big apple, big apple,
amazon rainforest, amazon river, amazon basin, amazon jungle, amazon forest, amazon tribe, brazilian amazon,
harrison ford, tom ford, rob ford, henry ford, gerald ford, betty ford, doug ford, francis ford coppola, glenn ford, lita ford, john ford,
citi bike, citi field, citi open, barclays center, barclays premier league, ronald mcdonald, diet coke can, coke addict, coke dealer, snort coke,
new coke moment, high bp, low bp, lower bp, bp monitor, bp reading, oracle of omaha, oracle of delphi, business intel, classified intel,
sprint race, sprint cup, sprint final, sprint finish, mars rover, life on mars, mission to mars, big box, box office, black box, cyber monday,
times square, trafalgar square, square foot, square feet, red square, death star, blue moon, general motors building, united states,
united nations, united kingdom, manchester united, leeds united, northwest passage, spirit airlines jet, discover that`
  .split(/[,\n]/)
  .map((phrase) => phrase.trim())
  .filter(Boolean)

const byWord = new Map<string, string[]>()
for (const phrase of phrases) {
  for (const word of new Set(phrase.match(/[\p{L}\p{N}'’]+/gu))) byWord.set(word, [...(byWord.get(word) ?? []), phrase])
}

/** The phrases that hold a word of the name; what is in small letters alone is compared. */
export function otherMeaningsOf(name: string): readonly string[] {
  const last = /[\p{L}\p{N}'’]+$/u.exec(name)?.[0]
  return (last && byWord.get(last.toLowerCase())) || none
}
const none: readonly string[] = []

/** The phrase that holds the name and more than it, as words of their own: "attention Target shoppers" has no "on target". */
export function phraseAround({ text, start, end }: TargetedText, phrases: readonly string[]): string | undefined {
  const lower = text.toLowerCase()
  return phrases.find((phrase) => {
    const { length } = phrase
    const wanted = phrase.toLowerCase()
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
      const isAround = at <= start && end <= at + length && end - start < length
      if (isAround && !isWordUnit(lower.charAt(at - 1)) && !isWordUnit(lower.charAt(at + length))) return true
    }
    return false
  })
}

const isWordUnit = (unit: string): boolean => /[\p{L}\p{N}]/u.test(unit)

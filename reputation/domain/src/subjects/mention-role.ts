/**
 * What a company is to a headline that names it: what the news is about, one of those named in passing, or only the
 * source of an opinion or a figure. "Goldman upgrades Tesla" is news of Tesla; "China manufacturing slows: HSBC" is news
 * of neither bank nor survey. Rules of grammar and of the trade's phrases, from the most certain to the least.
 */
import { itemAt } from '../item-at/item-at.ts'
import type { MentionRole } from '../mentions/mentions.ts'
import { kinds, type Reading, type ReadToken, read, type TargetedText } from '../text-model/text-model.ts'

export type RoleJudgement = { role: MentionRole; because: string }

type Rule = (reading: Reading) => RoleJudgement | undefined

/** A reading that is at hand need not be made again. */
export function roleOf(text: TargetedText, reading: Reading = read(text)): RoleJudgement {
  for (const rule of rules) {
    const judgement = rule(reading)
    if (judgement) return judgement
  }
  return { role: 'subject', because: 'nothing says otherwise' }
}

const set = (words: string) => new Set(words.split(/\s+/))

const rates =
  set(`upgrades upgraded downgrades downgraded reiterates reiterated reaffirms reaffirmed initiates initiated
  maintains maintained raises raised cuts cut lowers lowered increases increased ups sets boosts trims begins resumes
  starts`)
const ratings = set(`rating ratings target targets buy sell hold neutral outperform underperform overweight underweight
  coverage estimates stock pt equal conviction`)
const foresees = set('sees says expects predicts forecasts estimates warns projects thinks believes argues asks picks')
const surveys = set('pmi survey index poll flash data report manufacturing services')
const attribution = set('at by from per via says')
const comparison = set('like unlike vs versus v than rival rivals')
const channels = set('on via through')
const settings = set('on at via from through')
const ownAffairs = new Set(
  ['trouble', 'legal', 'goodAmount', 'badAmount', 'wrongdoing', 'death', 'probe'].map((kind) => kinds.indexOf(kind)),
)

/** Last in the headline behind a colon or a dash: "… in June: HSBC", "… -Goldman Sachs". */
const signedBelow: Rule = ({ tokens, target }) => {
  const before = tokens[target - 1]
  const rest = tokens.slice(target + 1)
  const isLast = rest.every(({ word }) => /^[^\p{L}]+$/u.test(word) || surveys.has(word) || word === 'analyst')
  return before && /^[:-]$/.test(before.word) && target > 3 && isLast
    ? { role: 'source', because: 'stands behind the news as its source' }
    : undefined
}

const publishesFigure: Rule = ({ tokens, target }) => {
  const next = afterTicker(tokens, target)
  const survey = tokens.slice(next, next + 3).find(({ word }) => word === 'pmi' || word === 'survey' || word === 'poll')
  return survey ? { role: 'source', because: `gives its name to a figure (${survey.word})` } : undefined
}

/** "Goldman Sachs reiterates Sell rating for HP", "Credit Suisse raises price target on Google". */
const ratesAnother: Rule = ({ tokens, target }) => {
  const next = afterTicker(tokens, target)
  const verb = tokens[next]
  if (!verb) return undefined
  const rest = tokens.slice(next + 1)
  const opinion = rest.find(({ word }) => ratings.has(word))
  if (rates.has(verb.word) && rest[0]?.word !== 'by' && opinion && isAnother(rest, opinion))
    return { role: 'source', because: `rates another (${verb.word} … ${opinion.word})` }
  const isUpgrade = /^(?:up|down)grades$/.test(verb.word) && rest.some(({ isCapital }) => isCapital)
  return isUpgrade ? { role: 'source', because: `rates another (${verb.word})` } : undefined
}

/** "… rating reaffirmed at Credit Suisse", "price target cut by Barclays", "… says Goldman Sachs". */
const ratedBy: Rule = ({ tokens, target }) => {
  const before = tokens[target - 1]
  if (!before) return undefined
  const isLast = tokens.slice(target + 1).every(({ word, isCapital }) => isCapital || /^(?:'s|ceo|cfo|\W+)$/.test(word))
  if (before.word === 'says' && tokens[target - 2]?.word === ',' && isLast)
    return { role: 'source', because: 'says it' }
  const last = tokens.slice(Math.max(0, target - 2), target).find(({ word }) => attribution.has(word))
  const earlier = tokens.slice(0, target)
  const opinion = earlier.find(
    ({ word }) =>
      /^(?:ratings?|target|pt|underperform|outperform|overweight|underweight)$/.test(word) || word === 'rated',
  )
  const verb = earlier.find(({ word }) =>
    /^(?:up|down)graded$|^(?:reiterated|reaffirmed|initiated|resumed|covered)$/.test(word),
  )
  const what = opinion ?? verb
  return last && what
    ? { role: 'source', because: `gives an opinion of another (${what.word} … ${last.word})` }
    : undefined
}

/** "Goldman sees 24 % China stocks rally": an opinion of something that is not the company. */
const foretells: Rule = ({ tokens, target }) => {
  const next = afterTicker(tokens, target)
  const verb = tokens[next]
  const isFirst = target === 0 || itemAt(tokens, target - 1).segment !== itemAt(tokens, target).segment
  const rest = tokens.slice(next + 1).filter(({ segment }) => segment === itemAt(tokens, target).segment)
  const isOfItself = rest.some(({ word }) => /^(?:its|it|own|profit|revenue|sales|results|quarter|we|our)$/.test(word))
  const isMarket = rest.some(({ word }) =>
    /^(?:stocks?|shares|market|markets|gold|oil|rally|economy|rates?|ecb|fed)$/.test(word),
  )
  return isFirst && verb && (foresees.has(verb.word) || verb.word === ':') && isMarket && !isOfItself
    ? { role: 'source', because: `foretells (${verb.word})` }
    : undefined
}

const isListed: Rule = ({ tokens, target }) => {
  let [members, isOpen] = [1, false]
  for (const step of [-1, 1]) {
    let at = target + step
    // A member is up to four capital words; a comma or "and" ends it.
    for (let length = 0; tokens[at] && length < 5; at += step) {
      const { word, isCapital } = itemAt(tokens, at)
      if (word === ',' || word === 'and' || word === '&') {
        if (tokens[at + step]?.isCapital) members++
        length = 0
      } else if (isCapital || /^[():]$/.test(word)) length++
      else break
    }
    // Behind the names of a list that says something of its members stands a verb; a round-up ends with them.
    if (step > 0) isOpen = !tokens[at] || /^(?:\.|more|…)$/.test(itemAt(tokens, at).word)
  }
  return members >= 3 && isOpen ? { role: 'passing', because: 'one of several that are listed' } : undefined
}

const isCompared: Rule = ({ tokens, target }) => {
  const before = tokens[target - 1]
  if (!before || !comparison.has(before.word)) return undefined
  return { role: 'passing', because: `another is compared with it (${before.word})` }
}

const isSetting: Rule = ({ tokens, target }) => {
  const before = tokens[target - 1]
  const isOwner = tokens[target + 1]?.word === "'s"
  if (!before || target < 2 || isOwner || !settings.has(before.word)) return undefined
  const isOwn = tokens.some(
    ({ kinds, segment }) => segment === itemAt(tokens, target).segment && kinds.some((kind) => ownAffairs.has(kind)),
  )
  if (isOwn) return undefined
  const because = channels.has(before.word) ? 'is where it is said or sold' : 'another acts, at it or with its things'
  return { role: 'passing', because: `${because} (${before.word})` }
}

const rules: readonly Rule[] = [
  signedBelow,
  publishesFigure,
  ratesAnother,
  ratedBy,
  foretells,
  isListed,
  isCompared,
  isSetting,
]

/** Behind the name, its legal form and its ticker in brackets: "Credit Suisse Group AG (CS) raises". */
function afterTicker(tokens: readonly ReadToken[], target: number): number {
  let at = target + 1
  while (
    tokens[at] &&
    /^(?:&|co|inc|corp|group|ag|plc|ltd|analysts?|sachs|chase|suisse|paribas|\.)$/.test(itemAt(tokens, at).word)
  )
    at++
  if (tokens[at]?.word !== '(') return at
  const end = tokens.findIndex(({ word }, i) => i > at && word === ')')
  return end < 0 ? at : end + 1
}

/** The opinion is of another when a name stands beside it, or its ticker in brackets at the end. */
const isAnother = (rest: readonly ReadToken[], opinion: ReadToken): boolean =>
  rest.some(({ isCapital, start }) => isCapital && start !== opinion.start)

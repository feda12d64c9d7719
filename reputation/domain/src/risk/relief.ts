/**
 * What an English headline says in its company's favour, whatever grave words stand in it: a court refuses what was
 * asked against the company, a former employee did it, or results are merely lower. No risk of such a headline is more
 * than unpleasant. How often that is right was counted on the rows of the writers to learn from (docs/models.md).
 */
import { readHeadline } from './headline.ts'
import type { RiskFinding } from './model/finding.ts'
import { compilePhrases, includesPhrase, type Phrase } from './phrase.ts'
import type { TaggedText } from './tag-risks.ts'

type Relief = { because: string; phrases: readonly Phrase[]; unless: readonly Phrase[] }

const relief = (because: string, phrases: string, unless: string): Relief => ({
  because,
  phrases: compilePhrases(phrases),
  unless: compilePhrases(unless),
})

const person =
  'employee*|worker*|staff*|trader*|engineer*|manager*|banker*|driver*|contractor*|accountant*|clerk*|teller*|salesman|saleswoman|nurse*|doctor*|pilot*|guard*|agent*|broker*|analyst*|lawyer*|intern*|scientist*|cashier*|technician*|teacher*|player*|adviser*|advisor*|official*|exec|execs|executive|executives|man|woman'
const matter =
  'lawsuit*|suit*|claim*|case*|complaint*|charge*|ban|bans|injunction*|bid*|request*|plea*|petition*|probe*|inquiry|investigation*|challenge*|fine*'
const figure = 'profit*|earnings|sales|revenue*|results|income|margin*|turnover|takings|quarter'

const reliefs: readonly Relief[] = [
  relief(
    'a former employee',
    `ex|former @ ${person}, ex|former ${person} of|at|from|with @, @ ~ ex|former ${person}, ex|former @ ~ ${person}`,
    // Who tells of the company, or acted for it, is no stranger to it.
    `admits, says, said, tells, told, testif*, claims, alleges, alleged, accus*, sue|sues|sued|suing, awarded, wins, brib*, kickback*,
    insider access, spied, whistle*, plead*, plea, directors, reveals, recalls, speaks, prosecutes, compensat*, payout, unfair*,
    tribunal, dismissed, sacked, two|three|four former`,
  ),
  relief(
    'decided for the company',
    `dismiss*|throw*|threw|toss*|reject*|deny|denies|denied|refuse*|decline*|quash*|overturn*|lift*|drop|drops|dropped|block*|strike*|struck ~ ~ ${matter} ~ against|over|to|on|at|into ~ @,
    ${matter} ~ against|over|at|on|into|to ~ @ ~ dismissed|tossed|thrown|rejected|dropped|quashed|overturned|denied|lifted|fails|collapses|closed|ended|ends|falls,
    @ ~ ${matter} ~ dismissed|tossed|thrown|dropped|quashed|overturned|lifted|fails|collapses|closed,
    @ defeats|defeated|beats|fends|survives|survived|sees_off ~ ~ ${matter},
    loses|lose|lost|fails|failed|denied ~ ~ ${matter}|appeal ~ ~ against|over|to|on|from ~ @,
    judge|court|jury|tribunal|panel|watchdog|regulator*|inspectors sides|side|sided with @,
    judge|court|jury|tribunal|panel|watchdog|regulator*|inspectors rules|ruled|finds|found for|in_favour_of|in_favor_of @,
    clears|acquits|exonerates|vindicates|absolves ~ @, @ ~ cleared ~ of|in|over, @ ~ acquitted|exonerated|vindicated,
    won't|not ~ ban|order|force|fine|prosecute|charge|sue|make|suspend ~ @`,
    `settle*, payout, appeal*, guilty, refuses|refused|declines|declined to dismiss|throw|toss|strike|block|lift|drop|quash|stop|halt|end, denied|rejects @, rejects ~ @ bid, @ ~ bid|appeal|plea|request|motion ~ rejected|denied|dismissed|fails,
    joint claim, wins ~ ~ claim ~ against, after, deaths, killed, anger*, fury, despite, but`,
  ),
  relief(
    'plain results',
    `${figure} ~ fall*|fell|slip*|dip*|drop*|down|ease*|narrow*|decline*|slide*|soften*|flat|miss*|hit|dented|lower|shrink*|dragged,
    fall*|slip*|dip*|drop|decline|slide ~ in ~ ${figure}, miss*|lag* ~ estimates|forecast*|expectations|views`,
    `warn*, warning, loss, losses, expects, halv*, half, plunge*, slump*, collapse*, crash*, materially, restat*, fraud, probe*, sees,
    may, will, to fall|halve, job*, cut|cuts, debt, bankrupt*, dead, deaths, killed`,
  ),
]

/** The findings, none stronger than unpleasant where the headline says something in the company's favour. */
export function relieved(
  findings: readonly RiskFinding[],
  { text, company, others }: Pick<TaggedText, 'text' | 'company' | 'others'>,
): RiskFinding[] {
  if (findings.every(({ strength }) => strength === 1)) return [...findings]
  const words = readHeadline(text, company, others)
  const relief = reliefs.find(({ phrases, unless }) => includesPhrase(words, phrases) && !includesPhrase(words, unless))
  if (!relief) return [...findings]
  return findings.map((finding) =>
    finding.strength === 1
      ? finding
      : { ...finding, strength: 1, because: `${finding.because}, weakened by: ${relief.because}` },
  )
}

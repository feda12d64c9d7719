/** What a headline about a company is about, for the three pillars that look at one side of it alone. */

import type { Mention } from '../mentions/mentions.ts'
import type { RiskCategory } from '../risk/model/categories.ts'
import { compilePhrases, PhraseIndex, readHeadline } from '../risk/risk.ts'

export type Theme = 'performance' | 'innovation' | 'purpose'

const words: Record<Theme, string> = {
  performance: `
      profit*, earnings, revenue*, sales, results, guidance, outlook, forecast*, quarter*, q1, q2, q3, q4, income,
      loss, losses, margin*, dividend*, buyback*, shares, stock, stocks, rating*, upgrade*, downgrade*, price target,
      outperform, overweight, underperform, analyst*, market cap, market share, growth, ipo, contract*, deal, deals,
      order, orders, merger, acquisition*, acquire*, takeover, bid, bids, stake, beats ~ estimates, misses, bankrupt*,
      debt, bond*, credit rating, layoff*, job cuts, cuts ~ jobs, restructur*`,
  innovation: `
      launch*, unveil*, introduc*, announces ~ new, reveals ~ new|phone|tablet|car|console|plans, debut*, innovat*, patent*,
      research, r&d, ai, artificial intelligence, robot*, drone*, self driving, driverless, virtual reality, wearable*, smartwatch*,
      prototype*, beta, new ~ app|feature|service|product|model|phone|tablet|platform|design|version|technology,
      breakthrough*, clinical, trial results, fda approv*, drug ~ approv*, technology, cloud, software update*,
      update ~ app|software|service|phone*, upgrade to, concept car, electric car*, releases ~ new|app|beta|phone|tablet|game|version,
      developer*, open source*`,
  purpose: `
      environment*, climate, emission*, renewable*, solar, wind power, carbon, recycl*, sustainab*,
      green ~ energy|power, pollution, spill*, communit*, charity, donat*, philanthrop*, foundation, worker*, wage*,
      union*, labor, labour, strike*, employees, diversity, gender, women, gay, lgbt, equality, discriminat*, ethic*,
      human rights, privacy, security, breach*, hack*, safety, recall*, health, obesity, victims, apolog*, scandal*,
      corruption, brib*, fraud, tax, transparency, lawsuit*, sue*, probe*, investigat*, fine, fined, settle*, ban,
      bans, banned, ceo, misconduct`,
}

/** What makes words of a theme mean something else: an attack that is launched is nothing new to buy. */
const otherMeanings: Partial<Record<Theme, string>> = {
  innovation: `
      launch* ~ attack*|cyberattack*|assault*|offensive|strike*|probe*|inquiry|inquiries|investigation*|review|audit,
      launch* ~ lawsuit*|suit|suits|appeal*|case|claim*|recall*|crackdown|raid*|search|hunt|boycott*|protest*|petition,
      launch* ~ bid|takeover|bond*|ipo|sale|buyback*, attack*|hacker* ~ launch*,
      introduc* ~ bill|law|legislation|tax|ban|charge*|fee|fees, debut ~ shares|stock|trading|nyse|nasdaq,
      research|patent* ~ theft|stolen|infring*|lawsuit*|suit|trial|war, research ~ analyst*|note|rating*|firm`,
  performance: `
      in order, order to|of, deal|deals with ~ storm|snow|crisis|aftermath|fallout|problem*`,
}

type Meaning = { theme: Theme; isOther: boolean }
const index = new PhraseIndex<Meaning>()
const addAll = (phrases: string, meaning: Meaning) => {
  for (const phrase of compilePhrases(phrases)) index.add(phrase, meaning)
}
for (const [theme, phrases] of Object.entries(words)) addAll(phrases, { theme: theme as Theme, isOther: false })
for (const [theme, phrases] of Object.entries(otherMeanings)) addAll(phrases, { theme: theme as Theme, isOther: true })

/** An interruption of service is no result of the company's business: it moves the sentiment alone. */
const themeOfRisk: Record<RiskCategory, Theme | undefined> = {
  climate_emissions: 'purpose',
  pollution_environment: 'purpose',
  product_safety: 'purpose',
  data_privacy_cyber: 'purpose',
  labour_workplace: 'purpose',
  human_rights_supply_chain: 'purpose',
  discrimination_community: 'purpose',
  customer_treatment: 'purpose',
  fraud_corruption: 'purpose',
  legal_regulatory: 'purpose',
  antitrust_competition: 'purpose',
  tax_sanctions_aml: 'purpose',
  governance_leadership: 'purpose',
  financial_distress: 'performance',
  operational_disruption: undefined,
  misleading_communication: 'purpose',
}

/** A serious risk is news of conduct, or of results: whatever words tell of it, it is no innovation. */
export function themesOf(mention: Pick<Mention, 'title' | 'start' | 'end' | 'risks'>): Set<Theme> {
  const found = index.findAll(readHeadline(mention.title, mention))
  const others = found.filter(({ value }) => value.isOther)
  const themes = new Set<Theme>(mention.risks.flatMap(({ category }) => themeOfRisk[category] ?? []))
  for (const { value, first, last } of found) {
    const meansOther = others.some(
      (other) => other.value.theme === value.theme && first <= other.last && last >= other.first,
    )
    if (!meansOther) themes.add(value.theme)
  }
  if (mention.risks.some(({ strength }) => strength >= 2)) themes.delete('innovation')
  return themes
}

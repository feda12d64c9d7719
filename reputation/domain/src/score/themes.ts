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
      launch*, unveil*, introduc*, announces ~ new, reveal*, debut*, innovat*, patent*, research, r&d, ai,
      artificial intelligence, robot*, drone*, self driving, driverless, virtual reality, wearable*, smartwatch*,
      prototype*, beta, new ~ app|feature|service|product|model|phone|tablet|platform|design|version|technology,
      breakthrough*, clinical, trial results, fda approv*, drug ~ approv*, tech, technology, cloud, update*,
      upgrade to, concept car, electric car*, release*, releasing, developer*, open source*`,
  purpose: `
      environment*, climate, emission*, renewable*, solar, wind power, carbon, recycl*, sustainab*,
      green ~ energy|power, pollution, spill*, communit*, charity, donat*, philanthrop*, foundation, worker*, wage*,
      union*, labor, labour, strike*, employees, diversity, gender, women, gay, lgbt, equality, discriminat*, ethic*,
      human rights, privacy, security, breach*, hack*, safety, recall*, health, obesity, victims, apolog*, scandal*,
      corruption, brib*, fraud, tax, transparency, lawsuit*, sue*, probe*, investigat*, fine, fined, settle*, ban,
      bans, banned, ceo, misconduct`,
}

const index = new PhraseIndex<Theme>()
for (const theme of Object.keys(words) as Theme[]) {
  for (const phrase of compilePhrases(words[theme])) index.add(phrase, theme)
}

const themeOfRisk: Record<RiskCategory, Theme> = {
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
  operational_disruption: 'performance',
  misleading_communication: 'purpose',
}

export function themesOf(mention: Pick<Mention, 'title' | 'start' | 'end' | 'risks'>): Set<Theme> {
  const themes = new Set<Theme>(mention.risks.map(({ category }) => themeOfRisk[category]))
  for (const { value } of index.findAll(readHeadline(mention.title, mention))) themes.add(value)
  return themes
}

import { describe, expect, test } from 'vitest'
import type { RiskFinding } from './model/finding.ts'
import { tagRisks } from './tag-risks.ts'

/** The company is the word in brackets, other known ones stand in braces. */
function risksIn(marked: string, year = 2014): RiskFinding[] {
  const spans = (open: string, close: string) => {
    const found: { start: number; end: number }[] = []
    let removed = 0
    let start = 0
    for (const [index, char] of [...marked].entries()) {
      if (char === open) start = index - removed
      if (char === close) found.push({ start, end: index - removed })
      if ('[]{}'.includes(char)) removed++
    }
    return found
  }
  const [company] = spans('[', ']')
  const others = spans('{', '}')
  return tagRisks({ text: marked.replace(/[[\]{}]/g, ''), company: company!, others, year })
}

const strongest = (marked: string) => {
  const [finding] = risksIn(marked)
  return finding ? `${finding.category} ${finding.strength}` : 'nothing'
}

/** A test of each headline: the category and strength of the strongest finding in it. */
const testStrongest = (rows: readonly (readonly [headline: string, expected: string])[]) =>
  test.each(rows)('%s: %s', (headline, expected) => {
    expect(strongest(headline)).toBe(expected)
  })

describe('every category is found by its own words', () => {
  testStrongest([
    ['[Acme] caught in emissions cheating scandal', 'climate_emissions 2'],
    ['Oil spill at [Acme] refinery reaches lake', 'pollution_environment 2'],
    ['[Acme] recalls 174,000 dolls over burn risk', 'product_safety 2'],
    ['[Acme] data breach exposes customers', 'data_privacy_cyber 3'],
    ['[Acme] to cut 7,000 jobs', 'labour_workplace 2'],
    ['Child labor found at [Acme] supplier', 'human_rights_supply_chain 3'],
    ['[Acme] faces boycott over racist advert', 'discrimination_community 2'],
    ['[Acme] overcharged customers for years', 'customer_treatment 2'],
    ['[Acme] chief trader indicted', 'fraud_corruption 3'],
    ['Regulator fines [Acme] over late reports', 'legal_regulatory 2'],
    ['EU opens antitrust case on [Acme]', 'antitrust_competition 2'],
    ['[Acme] in tax evasion case', 'tax_sanctions_aml 2'],
    ['[Acme] board ousts CEO', 'governance_leadership 3'],
    ['[Acme] files for bankruptcy', 'financial_distress 3'],
    ['[Acme] suffers worldwide outage', 'operational_disruption 2'],
    ['[Acme] misled buyers about mileage', 'misleading_communication 2'],
  ])
})

describe('the company must be the one affected', () => {
  test.each([
    ['[Acme] sues {Visa} over fees', 'nothing'],
    ['{Acme} sues [Visa] over fees', 'legal_regulatory 2'],
    ['[Visa] sued by {Acme} over fees', 'legal_regulatory 2'],
    ['{Visa} sued by [Acme] over fees', 'nothing'],
    ['[Barclays] fined £26m over gold price', 'legal_regulatory 2'],
    ['FTC accuses [Acme] of bogus charges', 'legal_regulatory 2'],
    ['[Acme] accuses rival of fraud', 'nothing'],
    ['Rival told to pay [Acme] $120m in damages', 'nothing'],
    ['[Acme] launches probe of leak', 'nothing'],
    ['Teen arrested for threat on [Twitter]', 'nothing'],
    ["Singer's [Twitter] hacked", 'nothing'],
    ['[Acme] loses appeal', 'legal_regulatory 2'],
    ['{Rival} loses appeal against [Acme]', 'nothing'],
    ['Country imposes ban on [Twitter]', 'legal_regulatory 2'],
  ])('%s: %s', (headline, expected) => {
    const found = risksIn(headline).find(({ category }) => expected === 'nothing' || expected.startsWith(category))
    expect(found ? `${found.category} ${found.strength}` : 'nothing').toBe(expected)
  })
})

describe('risks that are denied, over, past or only feared count for less', () => {
  testStrongest([
    ['[Acme] not hacked, company says', 'nothing'],
    ['No recall planned by [Acme]', 'nothing'],
    ['[Acme] denies data breach', 'data_privacy_cyber 1'],
    ['Lawsuit against [Acme] dismissed', 'legal_regulatory 1'],
    ['Ten years after [Acme] oil spill, years later, birds return', 'pollution_environment 1'],
    ['[Acme] creates team to fight hackers', 'data_privacy_cyber 1'],
    ['Rival loses bid to ban [Acme] phones', 'legal_regulatory 1'],
    ['[Acme] services were not affected by data breach', 'nothing'],
    ['[Acme] pays for the 2010 oil spill', 'pollution_environment 1'],
    ['[Acme] could face antitrust case', 'antitrust_competition 1'],
    ['Will [Acme] recall its phones?', 'product_safety 1'],
  ])

  test('a model year does not make a risk past', () => {
    expect(strongest('[Acme] recalls 2013 Escape over airbags')).toBe('product_safety 2')
  })
})

describe('words in another sense are no finding', () => {
  test.each([
    'Former chief of [Acme] recalls when the phone was born',
    '[Acme] launches Total Recall remake',
    '[Acme] strikes deal with studio',
    '[Acme] to charge customers $2 for wireless charging',
    'Explosive growth at [Acme]',
    '[Acme] adopts order book for jets',
    'Airline places firm order with [Acme]',
    'Growth hacks from [Acme]',
  ])('%s', (headline) => {
    expect(risksIn(headline).filter(({ strength }) => strength >= 2)).toEqual([])
  })
})

describe('figures can make a serious matter grave', () => {
  testStrongest([
    ['[Citi] to pay $7bn to settle mortgage probe', 'legal_regulatory 3'],
    ['[Citi] to pay $70m to settle mortgage probe', 'legal_regulatory 2'],
    ['[GM] recalls 8.45 million more vehicles', 'product_safety 3'],
    ['[GM] recalls 845,000 more vehicles', 'product_safety 2'],
    ['Antitrust hurdles for $45 billion merger of [Comcast]', 'antitrust_competition 2'],
  ])
})

test('every finding names its words, and what weakened or strengthened them', () => {
  expect(risksIn('[Acme] recalls 174,000 dolls')[0]!.because).toBe('recalls')
  expect(risksIn('[Acme] denies data breach')[0]!.because).toBe('data breach, weakened by: denies')
  expect(risksIn('[GM] recalls 8.45 million vehicles')[0]!.because).toBe('recalls, strengthened by: 8.45 million')
})

test('a headline without a risk has no findings', () => {
  expect(risksIn('[Acme] opens its patents to everybody')).toEqual([])
})

test('words of another clause belong to another company', () => {
  expect(risksIn('Rival recalls cars; [Acme] opens shop')).toEqual([])
})

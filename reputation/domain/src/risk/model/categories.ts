/** The sixteen kinds of risk, in four groups: environment, social, governance, and what cuts across them. */

const riskGroups = {
  environment: ['climate_emissions', 'pollution_environment'],
  social: [
    'product_safety',
    'data_privacy_cyber',
    'labour_workplace',
    'human_rights_supply_chain',
    'discrimination_community',
    'customer_treatment',
  ],
  governance: [
    'fraud_corruption',
    'legal_regulatory',
    'antitrust_competition',
    'tax_sanctions_aml',
    'governance_leadership',
  ],
  cross_cutting: ['financial_distress', 'operational_disruption', 'misleading_communication'],
} as const

export type RiskGroup = keyof typeof riskGroups
export type RiskCategory = (typeof riskGroups)[RiskGroup][number]

export const riskCategories: readonly RiskCategory[] = Object.values(riskGroups).flat()

export const isRiskCategory = (text: string): text is RiskCategory =>
  (riskCategories as readonly string[]).includes(text)

export const groupOf = (category: RiskCategory): RiskGroup =>
  (Object.keys(riskGroups) as RiskGroup[]).find((group) => (riskGroups[group] as readonly string[]).includes(category))!

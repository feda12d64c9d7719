/**
 * How the words of other taxonomies stand in ours. Where theirs is coarser, the entries go from the nearest to the
 * farthest; where it is finer, several of theirs share one of ours.
 */
import { isRiskCategory, type RiskCategory } from './model/categories.ts'

/** Labels in common use that are no category of ours. */
const coarseLabels: Record<string, readonly RiskCategory[]> = {
  financial: ['financial_distress', 'fraud_corruption'],
  operational: ['operational_disruption', 'product_safety'],
  customer: ['customer_treatment', 'discrimination_community', 'misleading_communication'],
  // A state acting against a company reaches it by law or by cutting it off.
  geopolitical: ['legal_regulatory', 'operational_disruption', 'tax_sanctions_aml', 'human_rights_supply_chain'],
}

/**
 * The 28 issues that ESG risk data is usually sold by (environmental, social, governance and cross-cutting), in the
 * common wording.
 */
export const esgIssues: Readonly<Record<string, RiskCategory>> = {
  'climate change and greenhouse gas emissions': 'climate_emissions',
  'local pollution': 'pollution_environment',
  'impacts on landscapes and biodiversity': 'pollution_environment',
  'overuse and wasting of resources': 'pollution_environment',
  'waste issues': 'pollution_environment',
  'animal mistreatment': 'pollution_environment',
  'human rights abuses and complicity': 'human_rights_supply_chain',
  'impacts on communities': 'discrimination_community',
  'local participation issues': 'discrimination_community',
  'social discrimination': 'discrimination_community',
  'forced labour': 'human_rights_supply_chain',
  'child labour': 'human_rights_supply_chain',
  'freedom of association and collective bargaining': 'labour_workplace',
  'discrimination in employment': 'discrimination_community',
  'occupational health and safety': 'labour_workplace',
  'poor employment conditions': 'labour_workplace',
  'corruption, bribery, extortion and money laundering': 'fraud_corruption',
  'executive compensation': 'governance_leadership',
  'misleading communication': 'misleading_communication',
  fraud: 'fraud_corruption',
  'tax evasion': 'tax_sanctions_aml',
  'tax optimisation': 'tax_sanctions_aml',
  'anti-competitive practices': 'antitrust_competition',
  'controversial products and services': 'customer_treatment',
  'products: health and environmental issues': 'product_safety',
  'violation of international standards': 'legal_regulatory',
  'violation of national legislation': 'legal_regulatory',
  'supply chain issues': 'human_rights_supply_chain',
}

/** The categories that a label may stand for, nearest first; none for a label that nobody knows. */
export function categoriesOfLabel(label: string): readonly RiskCategory[] {
  if (isRiskCategory(label)) return [label]
  const issue = esgIssues[label]
  return coarseLabels[label] ?? (issue ? [issue] : [])
}

/** The words of kinds of risk, of conditions and of what people do. */
import { formatCount } from '@service/ui/numbers.ts'
import type { Output } from '../../api/api.ts'

export const categoryWords = {
  climate_emissions: 'climate and emissions',
  pollution_environment: 'pollution',
  product_safety: 'product safety',
  data_privacy_cyber: 'data, privacy, cyber',
  labour_workplace: 'labour and workplace',
  human_rights_supply_chain: 'human rights, supply chain',
  discrimination_community: 'discrimination, community',
  customer_treatment: 'treatment of customers',
  fraud_corruption: 'fraud and corruption',
  legal_regulatory: 'law and regulation',
  antitrust_competition: 'competition',
  tax_sanctions_aml: 'tax, sanctions, money laundering',
  governance_leadership: 'governance, leadership',
  financial_distress: 'financial distress',
  operational_disruption: 'disruption',
  misleading_communication: 'misleading communication',
} as const
export type Category = keyof typeof categoryWords
export const categories = Object.keys(categoryWords) as Category[]

export const inWords = (category: string): string =>
  category in categoryWords ? categoryWords[category as Category] : category.replaceAll('_', ' ')

export type Condition = NonNullable<Output<'getAlertStory'>['notCritical']>['conditions'][number]

const conditionWords: Record<string, string> = {
  reach: 'reach, in outlets of the first tier',
  outlets: 'outlets',
  'serious-share': 'share of articles with a serious risk',
  'grave-share': 'of these, share with a grave one',
  'first-tier-outlets': 'outlets of the first tier',
  owners: 'owners of outlets',
}
const shortWords: Record<string, string> = {
  reach: 'reach',
  outlets: 'outlets',
  'serious-share': 'serious',
  'grave-share': 'grave',
  'first-tier-outlets': 'first tier',
  owners: 'owners',
}

export const conditionInWords = ({ name }: Condition): string => conditionWords[name] ?? name

const isShare = (name: string): boolean => name.endsWith('-share')

export const formatReach = (reach: number): string => String(Math.round(reach * 100) / 100)

/** `6.35`, `11`, `30 %` */
export const formatAmount = (name: string, amount: number): string =>
  isShare(name) ? `${Math.floor(amount * 100)} %` : name === 'reach' ? formatReach(amount) : formatCount(amount)

/** `reach 6.35 of 8, outlets 11 of 15`: what is missing. */
export const missingInWords = (conditions: readonly Condition[]): string =>
  conditions
    .filter(({ met }) => !met)
    .map(
      ({ name, has, needs }) =>
        `${shortWords[name] ?? name} ${formatAmount(name, has)} of ${formatAmount(name, needs)}`,
    )
    .join(', ')

export const actWords: Record<string, string> = {
  new: 'reopened it',
  seen: 'has seen it',
  assigned: 'assigned it',
  closed: 'closed it',
  muted: 'muted it',
  unmuted: 'unmuted it',
}

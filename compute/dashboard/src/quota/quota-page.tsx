import { QuotaPage as Screen } from '@service/ui/quota/quota-page.tsx'

const words = {
  note: 'What keys ask, and what people deploy, counts. What people only read does not.',
  costs: [],
} as const

export const QuotaPage = () => <Screen words={words} />

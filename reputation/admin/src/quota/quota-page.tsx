import { QuotaPage as Screen } from '@service/ui/quota/quota-page.tsx'

const words = {
  note: 'What keys ask, and what people screen, counts. What people only read does not.',
  costs: [['A batch', 'costs one for each name']],
} as const

export const QuotaPage = () => <Screen words={words} />

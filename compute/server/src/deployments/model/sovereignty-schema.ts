import { sovereigntyLevels } from '@service/compute-domain/sovereignty/model/level.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'

export const SovereigntyLevelSchema = stringEnum(sovereigntyLevels, {
  title: 'SovereigntyLevel',
  description: 'How strictly data must stay in the region. Nothing relaxes it.',
})

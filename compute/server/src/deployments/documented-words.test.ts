import { readFileSync } from 'node:fs'
import { reasons, statuses } from '@service/compute-domain/deployments/status.ts'
import { refusalCauses } from '@service/compute-domain/placement/refusal.ts'
import { sovereigntyLevels } from '@service/compute-domain/sovereignty/model/level.ts'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../../../docs/compute.md', import.meta.url), 'utf8')

test.each([...statuses, ...reasons, ...refusalCauses, ...sovereigntyLevels])('%s is in docs/compute.md', (word) => {
  expect(page).toContain(`\`${word}\``)
})

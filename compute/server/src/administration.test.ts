import { signUpRules } from '@service/foundation/sign-up/sign-up.ts'
import { ownCompany, testRules } from '@service/foundation-testing/administration-rules.ts'
import { describe } from 'vitest'
import { access } from './access/access.ts'
import { hoursRules } from './metering/hours-acts.ts'
import { hubRules } from './reconcile/hub-acts.ts'

describe('sign-up', () => {
  testRules(signUpRules, [...access.permissionsOf('owner')], {
    inviteToSignUp: ['operator'],
    listSignUpInvitations: ['operator'],
    withdrawSignUpInvitation: ['operator', 'inv_1'],
  })
})

describe('hubs', () => {
  testRules(hubRules, [...access.permissionsOf('owner')], {
    listHubs: ['operator'],
    setHubDraining: ['operator', 'se-1', true],
    removeHub: ['operator', 'se-1'],
  })
})

describe('GPU-hours', () => {
  testRules(hoursRules, [...access.permissionsOf('owner')], {
    setHours: ['operator', ownCompany, 20],
    readHours: ['nothing', ownCompany, '2026-11'],
  })
})

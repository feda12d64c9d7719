import { signUpRules } from '@service/foundation/sign-up/sign-up.ts'
import { ownCompany, testRules } from '@service/foundation-testing/administration-rules.ts'
import { describe } from 'vitest'
import { access } from './access/access.ts'
import { hoursRules } from './metering/hours-acts.ts'
import { operatorViewRules } from './operator/operator-acts.ts'
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

describe('the operator’s view', () => {
  testRules(operatorViewRules, [...access.permissionsOf('owner')], {
    listCompanyHours: ['operator', { limit: 1 }],
    listHubHealth: ['operator', { limit: 1 }],
    readWork: ['operator'],
  })
})

describe('GPU-hours', () => {
  testRules(hoursRules, [...access.permissionsOf('owner')], {
    setHours: ['operator', ownCompany, 20],
    readHours: ['nothing', ownCompany, '2026-11'],
  })
})

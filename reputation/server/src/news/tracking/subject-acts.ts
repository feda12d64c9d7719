/** The administration of subjects: which companies of the news are looked for, and who follows them. */
import { type Guarded, operatorsOnly, type Rules } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
import * as subjects from '../subjects/subject-store.ts'
import { type AddSubject, makeAddSubject } from './add-subject.ts'
import { type ChangeCompanySubject, makeChangeCompanySubject, subjectNotFound } from './change-company-subject.ts'
import { type ChangeSubject, makeChangeSubject } from './change-subject.ts'
import { type FollowSubject, makeFollowSubject } from './follow-subject.ts'
import { makeRemoveCompanySubject, type RemoveCompanySubject } from './remove-company-subject.ts'
import { makeRemoveSubject, type RemoveSubject } from './remove-subject.ts'
import { makeSetAlertThreshold, type SetAlertThreshold } from './set-alert-threshold.ts'
import { makeTrySubject, type TrySubject } from './try-subject.ts'

type Acts = {
  addSubject: AddSubject
  changeSubject: ChangeSubject
  removeSubject: RemoveSubject
  followSubject: FollowSubject
  changeCompanySubject: ChangeCompanySubject
  removeCompanySubject: RemoveCompanySubject
  trySubject: TrySubject
  setAlertThreshold: SetAlertThreshold
  listSubjects(by: Act): Promise<StoredSubject[]>
  listFollowedSubjects(by: Act, companyId: string): Promise<subjects.FollowedSubject[]>
  /** The shared ones and the company's own, newest first. */
  listCompanySubjects(
    by: Act,
    companyId: string,
    filter: subjects.CompanySubjectFilter,
    limit: number,
  ): Promise<subjects.CompanySubject[]>
  readCompanySubject(by: Act, companyId: string, subjectId: string): Promise<subjects.CompanySubject>
}

export type SubjectActs = Guarded<Acts>

export const makeSubjectActs = (deps: { db: Database; now: () => Date; newId: NewId }): Acts => ({
  addSubject: makeAddSubject(deps),
  changeSubject: makeChangeSubject(deps),
  removeSubject: makeRemoveSubject(deps),
  followSubject: makeFollowSubject(deps),
  changeCompanySubject: makeChangeCompanySubject(deps),
  removeCompanySubject: makeRemoveCompanySubject(deps),
  trySubject: makeTrySubject(deps),
  setAlertThreshold: makeSetAlertThreshold(deps),
  listSubjects: () => subjects.listAll(deps.db.connection),
  listFollowedSubjects: (_by, companyId) => subjects.listFollowed(deps.db.connection, companyId),
  listCompanySubjects: (_by, companyId, filter, limit) =>
    subjects.listForCompany(deps.db.connection, companyId, filter, limit),
  async readCompanySubject(_by, companyId, subjectId) {
    const subject = await subjects.findForCompany(deps.db.connection, companyId, subjectId)
    if (!subject) throw subjectNotFound()
    return subject
  },
})

export const subjectRules: Rules<Acts> = {
  addSubject: ({ companyId }) => (companyId === undefined ? 'operator' : { companyId, permission: 'subjects:manage' }),
  changeSubject: operatorsOnly,
  removeSubject: operatorsOnly,
  followSubject: (companyId) => ({ companyId, permission: 'subjects:manage' }),
  changeCompanySubject: (companyId) => ({ companyId, permission: 'subjects:manage' }),
  removeCompanySubject: (companyId) => ({ companyId, permission: 'subjects:manage' }),
  trySubject: (companyId) => ({ companyId, permission: 'subjects:manage' }),
  setAlertThreshold: (companyId) => ({ companyId, permission: 'thresholds:manage' }),
  listSubjects: operatorsOnly,
  listFollowedSubjects: (companyId) => ({ companyId }),
  listCompanySubjects: (companyId) => ({ companyId, permission: 'reputation:read' }),
  readCompanySubject: (companyId) => ({ companyId, permission: 'reputation:read' }),
}

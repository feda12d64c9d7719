/** The administration of subjects: which companies of the news are looked for, and who follows them. */
import { type Guarded, operatorsOnly, type Rules } from '@service/foundation/administration/administration.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Act } from '@service/foundation/identity/model/actor.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
import * as subjects from '../subjects/subject-store.ts'
import { type AddSubject, makeAddSubject } from './add-subject.ts'
import { type ChangeSubject, makeChangeSubject } from './change-subject.ts'
import { type FollowSubject, makeFollowSubject } from './follow-subject.ts'
import { makeRemoveSubject, type RemoveSubject } from './remove-subject.ts'
import { makeSetAlertThreshold, type SetAlertThreshold } from './set-alert-threshold.ts'

type Acts = {
  addSubject: AddSubject
  changeSubject: ChangeSubject
  removeSubject: RemoveSubject
  followSubject: FollowSubject
  setAlertThreshold: SetAlertThreshold
  listSubjects(by: Act): Promise<StoredSubject[]>
  listFollowedSubjects(by: Act, companyId: string): Promise<subjects.FollowedSubject[]>
}

export type SubjectActs = Guarded<Acts>

export const makeSubjectActs = (deps: { db: Database; now: () => Date; newId: NewId }): Acts => ({
  addSubject: makeAddSubject(deps),
  changeSubject: makeChangeSubject(deps),
  removeSubject: makeRemoveSubject(deps),
  followSubject: makeFollowSubject(deps),
  setAlertThreshold: makeSetAlertThreshold(deps),
  listSubjects: () => subjects.listAll(deps.db.connection),
  listFollowedSubjects: (_by, companyId) => subjects.listFollowed(deps.db.connection, companyId),
})

export const subjectRules: Rules<Acts> = {
  addSubject: ({ companyId }) => (companyId === undefined ? 'operator' : { companyId, permission: 'subjects:manage' }),
  changeSubject: operatorsOnly,
  removeSubject: operatorsOnly,
  followSubject: (companyId) => ({ companyId, permission: 'subjects:manage' }),
  setAlertThreshold: (companyId) => ({ companyId, permission: 'thresholds:manage' }),
  listSubjects: operatorsOnly,
  listFollowedSubjects: (companyId) => ({ companyId }),
}

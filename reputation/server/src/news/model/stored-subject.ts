/**
 * Subjects as they are kept: whose they are, and who follows them.
 *
 * An operator-wide subject may be followed by every company; one that a company has of its own is searched for in what
 * that company can see. A company has one **own** subject, of which all its figures speak, and any number of **peers**,
 * against which its share of voice is measured.
 */
import type { Subject } from '@service/reputation-domain/subjects/subject.ts'

export type StoredSubject = Subject & {
  /** Undefined: operator-wide. */
  companyId: string | undefined
  sample: boolean
  createdAt: Date
  updatedAt: Date
}

export type SubjectRole = 'own' | 'peer'

export const subjectRoles: readonly SubjectRole[] = ['own', 'peer']

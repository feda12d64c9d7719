/** The quota of requests: the screen of every service, with the words of this one. */
import { quotaRoom } from '@service/ui/quota/quota.ts'

export const quota = quotaRoom(() => import('./quota-page.tsx'))

import { Problem } from '../../problem.ts'
import type { WebhookDeps } from './create-webhook.ts'
import { readUrl } from './webhook-fields.ts'

/** An address as it would be kept, or what is wrong with it, in words for the person who typed it. */
export type CheckedAddress = { url: string; fault: undefined } | { url: undefined; fault: string }

export type CheckAddress = (url: string) => Promise<CheckedAddress>

/** The judgement that creating or changing a registration would pass, without either. */
export const makeCheckAddress =
  ({ faultOf }: Pick<WebhookDeps, 'faultOf'>): CheckAddress =>
  async (given) => {
    try {
      return { url: await readUrl(given, faultOf), fault: undefined }
    } catch (error) {
      const [fault] = error instanceof Problem ? (error.details ?? []) : []
      if (!fault) throw error
      return { url: undefined, fault: fault.message }
    }
  }

/** What a refusal says to a person. */
import type { Trouble } from '../notice.tsx'
import { Refusal } from './client.ts'

const titles: Record<number, string> = {
  0: 'No connection',
  400: 'The request could not be read',
  403: 'Your role does not allow this',
  404: 'Not found',
  409: 'This conflicts with the current state',
  429: 'Too many requests',
  503: 'Not ready yet',
}

export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof Refusal)) {
    return {
      title: 'Something went wrong on this page',
      message: 'Reload the page. If it happens again, tell the operator.',
    }
  }
  const { status, message, requestId, retryAfterSeconds } = error
  return { title: titles[status] ?? 'The service failed', message, requestId, retryAfterSeconds }
}

/** The fault of one field of what was sent: `body.url`. */
export const faultOf = (error: unknown, path: string): string | undefined =>
  error instanceof Refusal ? error.details.find((detail) => detail.path === path)?.message : undefined

/** The sandbox: what a thousand sessions hold, how long a deployment takes among them, and how soon a stranger has one. */
import type { Bench, Section } from './harness/bench.ts'
import { page } from './sandbox/page.ts'
import { sessions } from './sandbox/sessions.ts'

export const bench: Bench = {
  name: 'sandbox',
  summary: 'Memory and response times of 1,000 sessions of the sandbox, and the first deployment from a cold page.',
  parts: ['sessions', 'page'],
  async *run({ wanted }): AsyncIterable<Section> {
    if (wanted('sessions')) yield await sessions()
    if (wanted('page')) yield await page()
  },
}

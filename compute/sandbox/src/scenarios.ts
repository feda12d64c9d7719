/** What can be seen by one click: requests, faults and moves of the clock, one after the other. */
import type { Wish } from './operations.ts'

export type Step =
  | { kind: 'ask'; operation: string; body: Wish }
  /** `hub` is where the last deployment runs, where it is left out. */
  | { kind: 'fault'; fault: string; hub?: string }
  | { kind: 'clock'; seconds: number }

export type Scenario = { name: string; about: string; steps: readonly Step[] }

const wish: Wish = { gpu_type: 'H100', count: 1, region: 'eu', carbon_aware: true, image: 'sim/ok:1.0' }
const deploy = (more: Wish = {}): Step => ({ kind: 'ask', operation: 'deploy', body: { ...wish, ...more } })

export const scenarios: readonly Scenario[] = [
  { name: 'The cleanest hub', about: 'Deploys where the grid emits least.', steps: [deploy()] },
  {
    name: 'A hub is lost',
    about: 'Deploys, cuts the hub off, and lets three minutes pass: the same id and endpoint run elsewhere.',
    steps: [deploy(), { kind: 'fault', fault: 'hub-lost' }, { kind: 'clock', seconds: 180 }],
  },
  {
    name: 'No capacity',
    about: 'Fills a hub and asks for it: 409 no-capacity.',
    steps: [{ kind: 'fault', fault: 'hub-full', hub: 'se-north-1' }, deploy({ region: 'se-north-1' })],
  },
  {
    name: 'No feasible hub',
    about: 'Asks for what no hub offers: 422 no-feasible-hub, with counts of the reasons.',
    steps: [deploy({ region: 'gb', sovereignty: 'sovereign' })],
  },
  { name: 'Image missing', about: 'The registry has no such image.', steps: [deploy({ image: 'sim/missing:1.0' })] },
  {
    name: 'Crash loop',
    about: 'The container ends soon after each start; after five restarts it has failed.',
    steps: [deploy({ image: 'sim/crash:1.0', wait_seconds: 0 }), { kind: 'clock', seconds: 120 }],
  },
  {
    name: 'A slow pull',
    about: 'The image takes thirty seconds, of which the request waits for ten.',
    steps: [deploy({ image: 'sim/slow-pull:1.0', wait_seconds: 10 }), { kind: 'clock', seconds: 30 }],
  },
  {
    name: 'Waits for a cleaner hour',
    about: 'Carbon intensity is high now, and the job may start up to six hours later.',
    steps: [
      { kind: 'fault', fault: 'dirty-hour', hub: 'de-central-1' },
      deploy({ region: 'de-central-1', duration_hours: 1, max_delay_hours: 6 }),
      { kind: 'clock', seconds: 7_200 },
    ],
  },
  {
    name: 'The hours end',
    about: 'Four GPUs use up ten GPU-hours in two and a half hours, and are stopped a minute later.',
    steps: [deploy({ count: 4 }), { kind: 'clock', seconds: 10_800 }],
  },
]

import { type Command, list } from '../command.ts'
import { UsageError } from '../usage-error.ts'

export const prune: Command = {
  usage: 'prune',
  options: {
    'older-than': { value: 'DURATION', says: 'Another age than the configured one, such as 90d' },
    yes: { says: 'Needed to remove what is younger than the configured age' },
  },
  summary: 'Remove personal data past its configured age now, as the service does once a day',
  async run({ admin, by, input }) {
    const { keptMs, pruners } = admin.retention
    const maxKeptMs = Math.max(keptMs, ...pruners.map((pruner) => pruner.keptMs ?? 0))
    const ageMs = input.durationMs('older-than')
    if (ageMs !== undefined && ageMs < maxKeptMs && !input.flag('yes')) {
      throw new UsageError('That is younger than the configured age. Add --yes to remove it; it cannot be undone.')
    }
    const report = await admin.prunePast(by, ageMs)
    return list(
      'data',
      Object.entries(report).map(([name, removed]) => ({ name, removed })),
    )
  },
}

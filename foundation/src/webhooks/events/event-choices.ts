import type { EventCatalogue } from '../model/event.ts'

/** The word of each choice that the service offers: the one that was chosen, else the one before, else the default. */
export const choicesFrom = (
  { choices }: EventCatalogue,
  ...chosen: readonly Readonly<Record<string, string | undefined>>[]
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(choices).map(([name, choice]) => [
      name,
      chosen.map((words) => words[name]).find((word) => word !== undefined) ?? choice.default,
    ]),
  )

/** The tags of events that a registration with these choices passes over. */
export const skippedTags = ({ choices: offered }: EventCatalogue, chosen: Readonly<Record<string, string>>): string[] =>
  Object.entries(offered).flatMap(([name, { skips }]) => skips[chosen[name] ?? ''] ?? [])

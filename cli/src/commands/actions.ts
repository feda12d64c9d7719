/** Commands whose first word says what to do: `svc domains add …`. Without one they list. */
import { usageError } from '../exit-code.ts'
import type { Command, Context, KnownKind } from './command.ts'

export type Action = {
  /** Behind its name: `DOMAIN ID|NAME`. */
  usage: string
  /** How many words it takes: at least, at most. */
  takes: readonly [number, number]
  /** What each of its words is, for completion. */
  completes?: readonly KnownKind[]
  run(words: readonly string[], context: Context): Promise<void>
}

type About = Omit<Command, 'usage' | 'takes' | 'completes' | 'run'> & {
  actions: { list: Action } & { [name: string]: Action }
}

export function commandOf(name: string, { actions, ...about }: About): Command {
  const entries = Object.entries(actions)
  const shown = ([action, { usage }]: [string, Action]) =>
    [action === 'list' ? '[list]' : action, usage].filter(Boolean).join(' ')
  return {
    ...about,
    usage: entries.map(shown).join(' | '),
    takes: [0, 1 + Math.max(...entries.map(([, { takes }]) => takes[1]))],
    completes: Object.fromEntries(entries.map(([action, { completes = [] }]) => [action, completes])),
    run(context) {
      const [given = 'list', ...words] = context.input.words
      const action = Object.hasOwn(actions, given) ? actions[given] : undefined
      if (action && words.length >= action.takes[0] && words.length <= action.takes[1])
        return action.run(words, context)
      const lines = entries.map((entry) => `svc ${name} ${shown(entry)}`)
      throw usageError(`"${context.input.words.join(' ')}" is not understood.`, lines.join('\n'))
    },
  }
}

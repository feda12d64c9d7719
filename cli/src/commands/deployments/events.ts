import type { Compute, DeploymentEvent } from '../../../../sdks/typescript/src/index.ts'
import { usageError } from '../../exit-code.ts'
import { apiNames } from '../../services/services.ts'
import { joined, words } from '../../terminal/terminal.ts'
import type { Command, Output } from '../command.ts'
import { readUpTo } from '../read-up-to.ts'
import { findDeployment } from './find-deployment.ts'
import { isOver } from './show-deployment.ts'

const pollMs = 2_000

export const command: Command = {
  summary: 'Print what happened to a deployment, or happens to all, the oldest first',
  usage: '[ID|NAME] [options]',
  examples: [
    ['events chat', 'the last fifty'],
    ['events -f chat', 'and then what follows, until it ends'],
    ['events -f', 'what happens to all deployments from now on, until you interrupt'],
    ['events chat --json', 'as the API has them, the newest first'],
  ],
  options: [
    { name: 'follow', short: 'f', help: 'Go on until it ends; with --json, an object for each event' },
    { name: 'limit', short: 'n', value: 'N', help: 'At most so many; 50 unless given' },
  ],
  takes: [0, 1],
  completes: 'deployments',
  async run({ input, output, compute, whenInterrupted }) {
    const limit = input.wholeNumber('limit', { min: 1, max: 1e6 }) ?? 50
    const follow = input.has('follow')
    if (input.words.length === 0 && !follow) throw usageError('Name a deployment, or follow all of them with -f.')
    const client = await compute()
    if (input.words.length === 0) return followAll(client, output)
    const id = await findDeployment(client, input.first)
    const list = client.deployments.events(id, { limit: Math.min(200, limit) })
    const { items: events, nextCursor } = await readUpTo(list, ({ events }) => events, limit)
    if (output.isJson && !follow) return output.json(apiNames({ events, nextCursor }))
    print(events, output)
    if (!follow) return
    whenInterrupted(() => words`${id} goes on: svc events -f ${id}`)
    await followEvents({ client, id, output, seen: new Set(events.map(({ eventId }) => eventId)) })
  },
}

async function followAll(client: Compute, output: Output): Promise<void> {
  output.note(words`Following all deployments. Press Ctrl-C to stop.`)
  for await (const event of client.events.follow()) print([event], output, event.deploymentId ?? 'all')
}

type Following = { client: Compute; id: string; output: Output; seen: Set<string> }

/** Asks for what is new, until the deployment has ended and its last event is printed. */
async function followEvents({ client, id, output, seen }: Following): Promise<void> {
  for (;;) {
    const hasEnded = isOver(await client.deployments.get(id))
    const fresh: DeploymentEvent[] = []
    for await (const event of client.deployments.events(id, { limit: 50 })) {
      if (seen.has(event.eventId)) break
      fresh.push(event)
      seen.add(event.eventId)
    }
    print(fresh, output)
    if (hasEnded) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** `subject` is what it happened to, where the events of several are printed. */
function print(newestFirst: readonly DeploymentEvent[], output: Output, subject?: string): void {
  for (const event of [...newestFirst].reverse()) {
    if (output.isJson) {
      output.jsonLine(apiNames(event))
      continue
    }
    const { at, type, hub, reason, message, causedBy, eventId } = event
    if (output.isQuiet) output.line(words`${eventId}`)
    else {
      const more = [hub, reason && `(${reason})`, message, causedBy && `by ${causedBy}`].filter(
        (part) => part !== null && part !== '',
      )
      const whose = subject === undefined ? words`` : words`${subject.padEnd(30)}  `
      output.line(words`${at}  ${whose}${type.padEnd(14)}  ${joined(' ', more as string[])}`)
    }
  }
}

/** Logs as agents are offered them: every line is what a container wrote. */
import type { Tool } from '@service/foundation/mcp/mcp.ts'
import Type from 'typebox'

type Line = { at: string; stream: string; text: string; position: string }

export const readLogsTool: Tool = {
  name: 'read_logs',
  title: 'Read logs',
  description: 'Reads the last lines that the container of a deployment wrote.',
  effect: 'reads',
  takes: {
    deployment_id: 'The id, such as dep_01kd….',
    tail: { description: 'How many of the last lines.', default: 100, maximum: 200 },
    since: true,
    after: 'The position of the last line read, to go on behind it.',
  },
  untrusted: ['text'],
  read: {
    fields: {
      lines: Type.Array(
        Type.Object({ at: Type.String(), stream: Type.String(), text: Type.String(), position: Type.String() }),
      ),
    },
    from: (text) => ({ lines: text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line])) }),
  },
  says: ({ lines }: { lines: Line[] }) => {
    const last = lines.at(-1)
    return last ? `${lines.length} lines, the last written at ${last.at}.` : 'Nothing was written.'
  },
}

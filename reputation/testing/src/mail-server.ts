/** A mail server for tests: a real one, that keeps what it was given and refuses what the test wants. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { to: string[]; text: string; messageId: string }

export type MailServer = {
  url: string
  received: ReceivedMail[]
  /** The status with which the next mail is refused; undefined for none. */
  refuse: number | undefined
  /** The recipient that is refused, whatever becomes of the others. */
  refuseRecipient: string | undefined
  /** Mail is taken and never confirmed, as if the connection had gone. */
  hangs: boolean
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const state: Omit<MailServer, 'url' | 'close'> = {
    received: [],
    refuse: undefined,
    refuseRecipient: undefined,
    hangs: false,
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      done(address === state.refuseRecipient ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (state.hangs) return
        if (state.refuse !== undefined) {
          return done(Object.assign(new Error('Refused by the test'), { responseCode: state.refuse }))
        }
        const text = Buffer.concat(chunks).toString()
        const to = session.envelope.rcptTo.map(({ address }) => address)
        state.received.push({ to, text, messageId: /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim() ?? '' })
        done()
      })
    },
  })
  server.on('error', () => {}) // of connections that end early
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

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
  /** The recipient that is put off. */
  deferRecipient: string | undefined
  /** Mail is taken and never confirmed, as if the connection had gone. */
  hangs: boolean
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const state: Omit<MailServer, 'url' | 'close'> = {
    received: [],
    refuse: undefined,
    refuseRecipient: undefined,
    deferRecipient: undefined,
    hangs: false,
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const responseCode = { [state.refuseRecipient ?? '']: 550, [state.deferRecipient ?? '']: 450 }[address]
      done(responseCode ? Object.assign(new Error('Refused by the test'), { responseCode }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (state.hangs) return
        if (state.refuse !== undefined) {
          return done(Object.assign(new Error('Refused by the test'), { responseCode: state.refuse }))
        }
        const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n')
        const text = [head.replaceAll(/\r\n[ \t]+/g, ' '), ...body].join('\r\n\r\n') // long headers are folded
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

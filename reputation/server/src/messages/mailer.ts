/**
 * Mail through the operator's server. A message has the same `Message-ID` however often it is tried: where a process dies
 * between sending and noting that, receivers that know the id show it once. SMTP itself promises no more.
 */
import { asLine } from './model/message.ts'
import type { Failed } from './model/outcome.ts'

export type MailSettings = { url: string; from: string }

/** To one recipient: nobody learns who else gets it. `stopUrl`: where mail programs stop such mails, by one click. */
export type Mail = { id: string; to: string; subject: string; text: string; stopUrl?: string }

export type Mailer = { from: string; send(mail: Mail): Promise<{ kind: 'sent' } | Failed>; close(): void }

const timeoutMs = 20_000

export function openMailer({ url, from }: MailSettings): Mailer {
  let opening: ReturnType<typeof connect> | undefined
  return {
    from,
    async send({ id, to, subject, text, stopUrl }) {
      opening ??= connect(url)
      const transport = await opening
      try {
        await transport.sendMail({
          from,
          to,
          subject: asLine(subject),
          text,
          messageId: `<${id}@${hostOf(from)}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...(stopUrl !== undefined && oneClick(stopUrl)) },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return { kind: 'sent' }
      } catch (error) {
        return failed(error)
      }
    },
    close: () => void opening?.then((transport) => transport.close()),
  }
}

/** RFC 8058: the mail program posts this form to the address. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Read late: most installations start without sending any. */
async function connect(address: string) {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(address)
  const secure = protocol === 'smtps:'
  const isHere = /^(?:localhost|127\.|\[::1\])/.test(hostname)
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // A password never crosses a network unencrypted.
    requireTLS: !secure && !isHere,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    pool: true,
    maxConnections: 2,
  })
}

/** A refusal of the message by the server is final; what concerns the connection or the sign-in is not. */
function failed(error: unknown): Failed {
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string }
  const isRefused = responseCode >= 500 && code !== 'EAUTH'
  const what =
    responseCode > 0 ? `the mail server responded ${responseCode}` : `the mail server cannot be used (${code})`
  return { kind: 'failed', error: what, isFinal: isRefused }
}

const hostOf = (from: string): string => /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'

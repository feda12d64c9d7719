import { Code } from '@service/ui/code.tsx'
import { Facts } from '@service/ui/page.tsx'
import { State } from '@service/ui/state.tsx'
import type { Received } from './client.ts'

/** What came back, with every header. */
export function ResponsePanel({ received }: { received: Received | undefined }) {
  return (
    <section className="panel" aria-labelledby="response">
      <h2 id="response">Response</h2>
      {received ? (
        <Response received={received} />
      ) : (
        <p className="muted">The response appears here, with its headers.</p>
      )}
    </section>
  )
}

function Response({ received: { status, reason, tookMs, headers, json, text } }: { received: Received }) {
  const body = json === undefined ? text : JSON.stringify(json, null, 2)
  return (
    <>
      <p className="outcome" data-status={status}>
        <State kind={status < 300 ? 'good' : status < 500 ? 'warn' : 'bad'}>
          {status} {reason}
        </State>
        <span className="muted">{tookMs < 10 ? tookMs.toFixed(1) : Math.round(tookMs)} ms</span>
      </p>
      <Code text={body === '' ? '(no body)' : body} what="body of the response" />
      <details>
        <summary>{headers.length} headers</summary>
        <div className="mono small">
          <Facts facts={headers} />
        </div>
      </details>
    </>
  )
}

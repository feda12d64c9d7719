import { counted } from '@service/ui/numbers.ts'
import { Link } from '@tanstack/react-router'
import { Step } from './step.tsx'

/** Not needed for the first alert, but for hearing of the next. */
export const WebhookStep = ({ count }: { count: number }) => (
  <Step number={5} title="Receive alerts elsewhere" isDone={count > 0} isLater>
    {count > 0 ? (
      <p>
        Events go to <Link to="/webhooks">{counted(count, 'webhook')}</Link>.
      </p>
    ) : (
      <p>
        Optional: <Link to="/webhooks/new">register a webhook</Link> to receive alerts, reports and matches as they
        happen.
      </p>
    )}
  </Step>
)

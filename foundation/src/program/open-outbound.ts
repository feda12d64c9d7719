import { makeOutbound, type Outbound } from '../outbound/outbound.ts'
import type { RuntimeContext } from './base.ts'

type Config = { outboundAllow: readonly string[]; outboundHttp: boolean }

/** Requests to addresses that customers gave. In the demo they may lead to this machine. */
export function openOutbound(
  { outboundAllow, outboundHttp }: Config,
  { mode, disposer }: Pick<RuntimeContext, 'mode' | 'disposer'>,
): Outbound {
  const outbound = makeOutbound({
    allow: mode === 'demo' ? [...outboundAllow, '127.0.0.0/8', '::1'] : outboundAllow,
    allowHttp: mode === 'demo' || outboundHttp,
  })
  disposer.add('requests to customers', () => outbound.close())
  return outbound
}

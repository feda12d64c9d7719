/** Why the service did not start, for the person who started it: the message and its causes, without a stack. */
export function explainFailedStart(error: unknown, portSettings: string): string {
  const { code, address, port } = error as { code?: string; address?: string; port?: number }
  if (code === 'EADDRINUSE') {
    return (
      `The port ${port} on ${address} is taken: another program, perhaps this service itself, listens there. ` +
      `Stop it, or set ${portSettings} to a free one.`
    )
  }
  const sentences: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) sentences.push(cause.message)
  return `The service could not start: ${sentences.join('\n  because: ') || String(error)}`
}

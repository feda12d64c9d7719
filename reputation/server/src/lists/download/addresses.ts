/** The address as it may be shown and stored: a query or a password can be a secret of the operator's. */
export function publicAddress(address: string): string {
  const url = new URL(address)
  return url.protocol === 'file:' ? `file://${url.pathname}` : `${url.origin}${url.pathname}`
}

/** Whether passkeys work in this browser at this address. Browsers refuse them at IP addresses. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Tells a password manager whose password is asked for, where the page does not ask. */
export const KnownAccount = ({ email }: { email: string }) => (
  <input
    className="hidden-visually"
    type="text"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)

/** A refusal as clients of OAuth read it (RFC 6749, section 5.2): a code of the standard, and words for a developer. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'temporarily_unavailable'
  // RFC 8628, section 3.5.
  | 'authorization_pending'
  | 'access_denied'
  | 'expired_token'

export class OAuthFailure extends Error {
  override readonly name = 'OAuthFailure'
  readonly error: OAuthError
  readonly status: number

  constructor(error: OAuthError, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

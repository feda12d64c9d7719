/** An assistant that runs at its maker's: the official client, which finds its way by OAuth. */
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'

/** What it keeps, as the client asks for it. */
export class Assistant implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata
  /** Where it would lead the person. */
  asked: URL | undefined
  #client: OAuthClientInformationMixed | undefined
  #tokens: OAuthTokens | undefined
  #discovered: OAuthDiscoveryState | undefined
  #verifier = ''

  constructor(redirectUrl: string, scope: string) {
    this.redirectUrl = redirectUrl
    this.clientMetadata = { redirect_uris: [redirectUrl], client_name: 'Example <b>Assistant</b>', scope }
  }

  state(): string {
    return 'the state'
  }
  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.#client
  }
  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.#client = client
  }
  tokens(): OAuthTokens | undefined {
    return this.#tokens
  }
  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens
  }
  redirectToAuthorization(url: URL): void {
    this.asked = url
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }
  codeVerifier(): string {
    return this.#verifier
  }
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered
  }
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state
  }
}

export function connectByOAuth(baseUrl: string, assistant: Assistant) {
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { authProvider: assistant })
  const client = new Client({ name: 'assistant', version: '1' })
  return { transport, connecting: client.connect(transport).then(() => client) }
}

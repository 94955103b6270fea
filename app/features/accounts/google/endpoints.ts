/** An OpenID provider and the shop's client at it. */
export interface Endpoints {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  /** The accepted `iss` claims of its id tokens. */
  readonly tokenIssuers: readonly string[]
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly keysUrl: string
}

/**
 * Google, from https://accounts.google.com/.well-known/openid-configuration. A constant, so that a shop that starts
 * without the network can sign in with Google later.
 */
export function googleEndpoints(client: { clientId: string; clientSecret: string }): Endpoints {
  return {
    ...client,
    issuer: 'https://accounts.google.com',
    tokenIssuers: ['https://accounts.google.com', 'accounts.google.com'],
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  }
}

/** What the shop has to know of an OpenID provider, and what it says of itself there. */
export interface Endpoints {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  /** Every way in which its id tokens may name it. */
  readonly tokenIssuers: readonly string[]
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly keysUrl: string
}

/**
 * Google, as https://accounts.google.com/.well-known/openid-configuration has it. It stands here because reading it at
 * start would leave a shop that starts without the network with no Google at all.
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

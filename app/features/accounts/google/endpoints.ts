import type { Config } from '#kit/config/config.ts'
import type { Shop } from '#kit/shop.ts'
import { sandboxClient } from '#sandboxes/google/keys.ts'

/** Where the sign-in sandbox is mounted. */
export const SANDBOX_PATH = '/sandbox/google'

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
 * As https://accounts.google.com/.well-known/openid-configuration has it. It stands here because reading it at
 * start would leave a shop that starts without the network with no Google at all.
 */
const GOOGLE = {
  issuer: 'https://accounts.google.com',
  tokenIssuers: ['https://accounts.google.com', 'accounts.google.com'],
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
}

export const sandboxIssuer = (config: Config): string => `${config.publicUrl}${SANDBOX_PATH}`

/** The provider behind "Google" as configured; nothing when signing in with it is off. */
export function endpointsOf({ config, secret }: Shop): Endpoints | undefined {
  if (config.google) return { ...config.google, ...GOOGLE }
  if (config.googleMode === 'off') return undefined
  const issuer = sandboxIssuer(config)
  const near = `${ownAddress(config)}${SANDBOX_PATH}`
  return {
    ...sandboxClient(secret),
    issuer,
    tokenIssuers: [issuer],
    authorizationUrl: `${issuer}/auth`,
    // The shop asks itself, and may not be able to reach itself by its public name.
    tokenUrl: `${near}/token`,
    keysUrl: `${near}/jwks`,
  }
}

function ownAddress({ host, port }: Config): string {
  if (host === '' || host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

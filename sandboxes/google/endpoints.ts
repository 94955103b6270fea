import type { Endpoints } from '#features/accounts/accounts.ts'
import type { Config } from '#kit/config/config.ts'
import type { Shop } from '#kit/shop.ts'
import { sandboxClient } from './keys.ts'

/** Where the sign-in sandbox is mounted. */
export const SANDBOX_PATH = '/sandbox/google'

export const sandboxIssuer = (config: Config): string => `${config.publicUrl}${SANDBOX_PATH}`

/** The sign-in sandbox as an OpenID provider, instead of Google. */
export function sandboxEndpoints({ config, secret }: Shop): Endpoints {
  const issuer = sandboxIssuer(config)
  const local = `${localAddress(config)}${SANDBOX_PATH}`
  return {
    ...sandboxClient(secret),
    issuer,
    tokenIssuers: [issuer],
    authorizationUrl: `${issuer}/auth`,
    // The shop calls itself, and may not be able to reach its public address.
    tokenUrl: `${local}/token`,
    keysUrl: `${local}/jwks`,
  }
}

function localAddress({ host, port }: Config): string {
  if (host === '' || host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

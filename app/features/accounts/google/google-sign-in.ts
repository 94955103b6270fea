import { AsyncLocalStorage } from 'node:async_hooks'
import type { BetterAuthOptions } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { createRemoteJWKSet, decodeJwt } from 'jose'
import type { Config } from '#kit/config/config.ts'
import type { Shop } from '#kit/shop.ts'
import type { Endpoints } from './endpoints.ts'
import { readProfile } from './google-profile.ts'

const PROVIDER = 'google'

/** Signing in with Google or its sandbox. To the sign-in library both are a provider named `google`. */
export interface GoogleSignIn {
  readonly plugins: ReturnType<typeof providerPlugin>[]
  /** Runs the library's work on a call, so that Google redirects back to the origin of the call. */
  withOrigin<T>(request: Request, work: () => Promise<T>): Promise<T>
}

/** Without endpoints sign-in with Google is off. */
export function createGoogleSignIn(shop: Shop, endpoints: Endpoints | undefined): GoogleSignIn {
  const origins = new AsyncLocalStorage<string>()
  const originNow = (): string => origins.getStore() ?? shop.config.publicUrl
  return {
    plugins: endpoints ? [providerPlugin(endpoints, originNow)] : [],
    withOrigin: (request, work) => origins.run(ownOrigin(shop.config, request), work),
  }
}

/** The browser sends the state cookie to the host that set it, so the callback has to use the same host. */
function ownOrigin({ publicUrl, trustedOrigins }: Config, request: Request): string {
  const { origin } = new URL(request.url)
  return trustedOrigins.includes(origin) ? origin : new URL(publicUrl).origin
}

/** The library's settings that keep accounts of different people separate. */
export const googleAccountRules = {
  account: {
    // An attacker may have created an account with an unverified address, to get it linked.
    accountLinking: { requireLocalEmailVerified: true },
    updateAccountOnSignIn: false,
  },
  databaseHooks: {
    account: {
      create: {
        // The shop makes no calls to Google for its users, so it stores no tokens of Google.
        before: async (account) => ({
          data: {
            ...account,
            accessToken: null,
            refreshToken: null,
            idToken: null,
            accessTokenExpiresAt: null,
            refreshTokenExpiresAt: null,
          },
        }),
      },
    },
  },
} satisfies Pick<BetterAuthOptions, 'account' | 'databaseHooks'>

/**
 * The library's generic provider, with the issuer and the keys that check an id token and its nonce: the library
 * would read these from a discovery document only. A sign-in without an id token is refused.
 */
function providerPlugin(endpoints: Endpoints, originNow: () => string) {
  const { clientId, clientSecret, issuer, tokenIssuers, authorizationUrl, tokenUrl, keysUrl } = endpoints
  const plugin = genericOAuth({
    config: [
      {
        providerId: PROVIDER,
        name: 'Google',
        clientId,
        clientSecret,
        authorizationUrl,
        tokenUrl,
        scopes: ['openid', 'email', 'profile'],
        prompt: 'select_account',
        pkce: true,
        accountSubject: ({ profile }) => profile.sub ?? '',
        getUserInfo: async ({ idToken }) => (idToken ? (readProfile(decodeJwt(idToken)) ?? null) : null),
      },
    ],
  })
  const idToken = {
    jwks: createRemoteJWKSet(new URL(keysUrl)),
    issuer: [...tokenIssuers],
    audience: clientId,
    algorithms: ['RS256'],
  }
  return {
    ...plugin,
    init: async (context: Parameters<typeof plugin.init>[0]) => {
      const initialized = await plugin.init(context)
      for (const provider of initialized.context.socialProviders) {
        if (provider.id !== PROVIDER) continue
        const { createAuthorizationURL, validateAuthorizationCode } = provider
        const callbackUrl = (redirectURI: string): string => originNow() + new URL(redirectURI).pathname
        Object.assign(provider, {
          issuer,
          idToken,
          requiresIdTokenNonce: true,
          createAuthorizationURL: (data: Parameters<typeof createAuthorizationURL>[0]) =>
            createAuthorizationURL({ ...data, redirectURI: callbackUrl(data.redirectURI) }),
          validateAuthorizationCode: (data: Parameters<typeof validateAuthorizationCode>[0]) =>
            validateAuthorizationCode({ ...data, redirectURI: callbackUrl(data.redirectURI) }),
        } satisfies Partial<typeof provider>)
      }
      return initialized
    },
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { BetterAuthOptions } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { createRemoteJWKSet, decodeJwt } from 'jose'
import type { Config } from '#kit/config/config.ts'
import type { Shop } from '#kit/shop.ts'
import type { Endpoints } from './endpoints.ts'
import { readProfile } from './google-profile.ts'

const PROVIDER = 'google'

/** Signing in with Google, or with its sandbox: to the sign-in library both are one provider, named `google`. */
export interface GoogleSignIn {
  readonly plugins: ReturnType<typeof providerPlugin>[]
  /** Runs the library's work on a call, so that Google sends people back to where they came from. */
  during<T>(request: Request, work: () => Promise<T>): Promise<T>
}

/** Without endpoints nobody can sign in with Google. */
export function createGoogleSignIn(shop: Shop, endpoints: Endpoints | undefined): GoogleSignIn {
  const origins = new AsyncLocalStorage<string>()
  const originNow = (): string => origins.getStore() ?? shop.config.publicUrl
  return {
    plugins: endpoints ? [providerPlugin(endpoints, originNow)] : [],
    during: (request, work) => origins.run(ownOrigin(shop.config, request), work),
  }
}

/** The state cookie is bound to the name by which this browser calls the shop, so the way back has to use it too. */
function ownOrigin({ publicUrl, trustedOrigins }: Config, request: Request): string {
  const { origin } = new URL(request.url)
  return trustedOrigins.includes(origin) ? origin : new URL(publicUrl).origin
}

/** The library's settings that keep one person's account from becoming another's. */
export const googleAccountRules = {
  account: {
    // An account whose address nobody has proved may have been made by somebody else, in wait for its holder.
    accountLinking: { requireLocalEmailVerified: true },
    updateAccountOnSignIn: false,
  },
  databaseHooks: {
    account: {
      create: {
        // The shop does nothing at Google in anyone's name, so it keeps nothing that would let it.
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
 * The library's generic provider, with what it would only take from a discovery document: the issuer and the keys
 * that an id token is checked against, its nonce included. Without an id token nobody is let in.
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
      const prepared = await plugin.init(context)
      for (const provider of prepared.context.socialProviders) {
        if (provider.id !== PROVIDER) continue
        const { createAuthorizationURL, validateAuthorizationCode } = provider
        const wayBack = (redirectURI: string): string => originNow() + new URL(redirectURI).pathname
        Object.assign(provider, {
          issuer,
          idToken,
          requiresIdTokenNonce: true,
          createAuthorizationURL: (data: Parameters<typeof createAuthorizationURL>[0]) =>
            createAuthorizationURL({ ...data, redirectURI: wayBack(data.redirectURI) }),
          validateAuthorizationCode: (data: Parameters<typeof validateAuthorizationCode>[0]) =>
            validateAuthorizationCode({ ...data, redirectURI: wayBack(data.redirectURI) }),
        } satisfies Partial<typeof provider>)
      }
      return prepared
    },
  }
}

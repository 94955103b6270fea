import { AsyncLocalStorage } from 'node:async_hooks'
import type { BetterAuthOptions } from 'better-auth'
import { APIError, getOAuthState } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { createRemoteJWKSet, decodeJwt } from 'jose'
import type { Config } from '#kit/config/config.ts'
import type { Shop } from '#kit/shop.ts'
import { noteProved } from '../passwords/fresh-sign-in.ts'
import type { SignedInUser } from '../sessions/session-users.ts'
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

/** A session whose holder signs in again. */
type Again = Pick<SignedInUser, 'id' | 'sessionId'>

/** What the library keeps for a sign-in in which nobody but the holder of a session may sign in. No caller can set it. */
export const onlyFor = ({ id, sessionId }: Again) => ({ onlyFor: { id, sessionId } })

const findAgain = async () => (await getOAuthState())?.onlyFor as Again | undefined

/** Where the holder of a session has signed in again, that session is fresh and goes on: the library begins no other one. */
export async function goOnIfAgain(shop: Shop, userId: string): Promise<void> {
  const again = await findAgain()
  if (again?.id !== userId) return
  await noteProved(shop, again)
  throw new APIError('FOUND', undefined, { location: (await getOAuthState())?.callbackURL ?? '/' })
}

/** The library asks before it signs in, makes or links an account. Refuses another account than that of {@link onlyFor}. */
export const refuseOtherAccount: NonNullable<BetterAuthOptions['user']>['validateUserInfo'] = async ({
  user,
  source,
}) => {
  const again = await findAgain()
  if (again === undefined || (source.action === 'sign-in' && user.id === again.id)) return
  return { error: 'other_account', errorDescription: 'This is another account.' }
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

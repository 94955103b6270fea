import { html } from 'hono/html'
import { interactionPolicy, Provider } from 'oidc-provider'
import type { Shop } from '#kit/shop.ts'
import { sandboxPage } from '../page-layout.ts'
import { SANDBOX_PATH, sandboxIssuer } from './endpoints.ts'
import { sandboxClient, sandboxCookieKey, signingKey } from './keys.ts'
import { createSandboxPeople, type SandboxPeople } from './people.ts'
import { createSandboxStore } from './store.ts'

const TEN_MINUTES_S = 600

export interface SandboxProvider {
  readonly provider: Provider
  readonly people: SandboxPeople
}

/**
 * An OpenID provider instead of Google: authorization code with PKCE, one client, RS256 id tokens with name and
 * e-mail. The sign-in form is the shop's.
 */
export async function createSandboxProvider(shop: Shop): Promise<SandboxProvider> {
  const store = createSandboxStore(shop)
  const people = createSandboxPeople(store('Person'))
  const provider = new Provider(sandboxIssuer(shop.config), {
    ...options(shop),
    adapter: store,
    jwks: { keys: [await signingKey(shop)] },
    findAccount: async (_context, subject) => {
      const person = await people.find(subject)
      return (
        person && {
          accountId: subject,
          claims: () => ({
            sub: subject,
            name: person.name,
            email: person.email,
            email_verified: person.emailVerified,
          }),
        }
      )
    },
  })
  // The calls carry the shop's public address in the headers that a proxy sends.
  provider.proxy = true
  provider.on('server_error', (_context, error) =>
    shop.log.error({ err: error }, 'the sign-in sandbox failed'),
  )
  return { provider, people }
}

function options(shop: Shop): ConstructorParameters<typeof Provider>[1] {
  const { clientId, clientSecret } = sandboxClient(shop.secret)
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: shop.config.trustedOrigins.map((origin) => `${origin}/api/auth/callback/google`),
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google puts the claims into the id token too.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: {
      keys: [sandboxCookieKey(shop.secret)],
      names: {
        interaction: 'sandbox_google_step',
        resume: 'sandbox_google_way',
        session: 'sandbox_google',
      },
      long: { ...cookie, path: SANDBOX_PATH },
      short: cookie,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false },
    },
    interactions: {
      policy: [login(), new interactionPolicy.Prompt({ name: 'select_account', requestable: true })],
      url: (_context, { uid }) => `${SANDBOX_PATH}/interaction/${uid}`,
    },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId
      if (!accountId || !oidc.client) return undefined
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    expiresWithSession: () => false,
    ttl: {
      AccessToken: TEN_MINUTES_S,
      AuthorizationCode: 60,
      Grant: TEN_MINUTES_S,
      IdToken: TEN_MINUTES_S,
      Interaction: TEN_MINUTES_S,
      Session: TEN_MINUTES_S,
    },
    renderError: (context, out) => {
      context.type = 'html'
      context.body = String(
        sandboxPage(shop.config, {
          title: 'This sign-in cannot go on',
          content: html`<p>${out.error_description ?? out.error}</p><p><a href="/login">Back to the shop</a></p>`,
        }),
      )
    },
  }
}

function login() {
  const prompt = interactionPolicy.base().get('login')
  if (!prompt) throw new Error('the provider has no login prompt')
  return prompt
}

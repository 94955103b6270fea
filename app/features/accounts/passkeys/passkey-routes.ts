import type { Hono } from 'hono'
import { shopName } from '#kit/identity/shop-identity.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { RequestEnv } from '#kit/server/router.ts'
import { noteSecurityEvent } from '../attempts/note-event.ts'
import { PASSKEY_LIMIT, PROFILE_LIMIT } from '../attempts/rate-limits.ts'
import { logSecurityEvent } from '../attempts/sign-in-log.ts'
import type { Call, Service } from '../auth/service.ts'
import { originOf } from '../events/events.ts'
import { requireFresh } from '../passwords/fresh-sign-in.ts'
import type { SignedInUser } from '../sessions/session-users.ts'
import { askToAdd, checkPasskey } from './check-passkey.ts'
import { addPasskey, findPasskeyOwner, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'
import { passkeyBodies } from './schema.ts'

/** The calls about passkeys, by the paths of the sign-in library. The cookie of a session is what a passkey is added to. */
export function addPasskeyRoutes(router: Hono<RequestEnv>, service: Service): void {
  addCeremonies(router, service)
  const { shop, auth, count, readBody } = service
  const holderOf = async (c: Call) => signedIn(await service.holderOf(c))
  router
    .get('/passkey/list-user-passkeys', async (c) => {
      const { id } = await holderOf(c)
      return c.json(await listPasskeys(shop.db, id), 200, PRIVATE)
    })
    .post('/passkey/update-passkey', async (c) => {
      const holder = await holderOf(c)
      const { id, name } = await readBody(c, passkeyBodies.rename)
      await count(c, PROFILE_LIMIT, holder.id)
      await renamePasskey(shop, holder.id, id, name)
      return c.json({ status: true }, 200, PRIVATE)
    })
    .post('/passkey/delete-passkey', async (c) => {
      const holder = await holderOf(c)
      requireFresh(holder, shop.now())
      const { id } = await readBody(c, passkeyBodies.remove)
      await count(c, PROFILE_LIMIT, holder.id)
      await removePasskey(shop, holder, id, {
        origin: originOf(c, shop),
        hasGoogle: auth.google !== undefined,
      })
      logSecurityEvent(c, shop, 'passkey removed', { account: holder.id })
      return c.json({ status: true }, 200, PRIVATE)
    })
}

function addCeremonies(router: Hono<RequestEnv>, service: Service): void {
  const { shop, auth, count, forward, answer, readBody } = service
  const freshHolderOf = async (c: Call) => {
    const holder = signedIn(await auth.sessionOf(c))
    requireFresh(holder, shop.now())
    return holder
  }
  router
    .get('/passkey/generate-register-options', async (c) => {
      await freshHolderOf(c)
      await count(c, PASSKEY_LIMIT)
      const response = await answer(await askToAdd(c, shop, auth))
      // The library is told of the site once, and the name of the shop may change.
      return changed(response, ({ rp, ...options }) => ({
        ...options,
        rp: { ...Object(rp), name: shopName() },
      }))
    })
    .post('/passkey/verify-registration', async (c) => {
      const holder = await freshHolderOf(c)
      const { name, ...body } = await readBody(c, passkeyBodies.register)
      await count(c, PASSKEY_LIMIT)
      const { result, newPasskey } = await checkPasskey(c, shop, auth, 'verify-registration', body)
      if (!newPasskey) return answer(notAccepted(result))
      const added = await addPasskey(shop, holder, newPasskey, { name, origin: originOf(c, shop) })
      logSecurityEvent(c, shop, 'passkey added', { account: holder.id })
      return c.json(added, 200, PRIVATE)
    })
    .get('/passkey/generate-authenticate-options', async (c) => {
      await count(c, PASSKEY_LIMIT)
      const response = await forward(c)
      return changed(response, (options) => ({ ...options, userVerification: 'required' }))
    })
    .post('/passkey/verify-authentication', async (c) => {
      const body = await readBody(c, passkeyBodies.signIn)
      await count(c, PASSKEY_LIMIT)
      const response = await forward(c, body, { by: 'passkey' })
      if (response.status === 200) return changed(response, signedInAnswer)
      const account = await findPasskeyOwner(shop.db, body.response.id)
      await noteSecurityEvent(c, shop, 'sign_in_failed', { account, by: 'passkey' })
      return response
    })
}

const PRIVATE = { 'Cache-Control': 'no-store' }

function signedIn(holder: SignedInUser | undefined): SignedInUser {
  if (!holder) throw new AppError('not_signed_in', 'Sign in first.')
  return holder
}

/** The library says 500 where it could not read or accept a new passkey. It has not written anything by then. */
const notAccepted = (response: Response): Response =>
  response.status < 500
    ? response
    : Response.json(
        { code: 'FAILED_TO_VERIFY_REGISTRATION', message: 'This passkey was not accepted. Try again.' },
        { status: 400 },
      )

/** The answer with another body. */
async function changed(
  response: Response,
  change: (body: Record<string, unknown>) => unknown,
): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const body = change((await response.json()) as Record<string, unknown>)
  return new Response(JSON.stringify(body), { status: response.status, headers })
}

type Row = Record<string, unknown>

/** What a sign-in by password answers, and the session; the library would answer whole rows. */
function signedInAnswer({ session, user }: { session?: Row; user?: Row }) {
  const only = (row: Row | undefined, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, row?.[name]]))
  return {
    token: session?.token,
    user: only(user, ['id', 'name', 'email', 'emailVerified', 'image', 'createdAt', 'updatedAt']),
    session: only(session, ['id', 'userId', 'expiresAt']),
  }
}

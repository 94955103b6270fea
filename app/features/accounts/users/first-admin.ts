import { randomBytes } from 'node:crypto'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import type { Auth } from '../auth/auth.ts'

const DEVELOPMENT_EMAIL = 'admin@shop.example'

const HINT =
  'This shop has no admin yet. Start it once with ADMIN_EMAIL and ADMIN_PASSWORD set, before anyone signs up, to create the first one.'

/**
 * `none`: there are users already. `created`: created as configured. `generated`: created with a random password, to be
 * shown once. `hint`: no admin is configured; `hint` is the text to log.
 */
export type FirstAdmin =
  | { readonly kind: 'none' }
  | { readonly kind: 'created'; readonly email: string }
  | { readonly kind: 'generated'; readonly email: string; readonly password: string }
  | { readonly kind: 'hint'; readonly hint: string }

/** Creates the first admin, with a verified address, when the user table is empty. Concurrent processes create one. */
export async function ensureFirstAdmin(shop: Shop, auth: Auth): Promise<FirstAdmin> {
  if (!(await isEmpty(shop.db))) return { kind: 'none' }
  const { admin, production } = shop.config
  if (!admin && production) return { kind: 'hint', hint: HINT }
  const email = admin?.email ?? DEVELOPMENT_EMAIL
  const password = admin?.password ?? randomBytes(12).toString('base64url')
  const made = await insertAdmin(shop, email, await auth.hashes.hash(password))
  if (!made) return { kind: 'none' }
  return admin ? { kind: 'created', email } : { kind: 'generated', email, password }
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined
}

function insertAdmin(shop: Shop, email: string, passwordHash: string): Promise<boolean> {
  const id = newId(shop.now())
  const now = toIso(shop.now())
  const times = { createdAt: now, updatedAt: now }
  return shop.db.transaction().execute(async (trx) => {
    if (!(await isEmpty(trx))) return false
    const inserted = await trx
      .insertInto('user')
      .values({ id, name: 'Admin', email, emailVerified: 1, role: 'admin', ...times })
      // On PostgreSQL two processes can see the empty table; the unique address lets one insert.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows !== 1n) return false
    await trx
      .insertInto('account')
      .values({
        id: newId(shop.now()),
        accountId: id,
        providerId: 'credential',
        userId: id,
        password: passwordHash,
        ...times,
      })
      .execute()
    return true
  })
}

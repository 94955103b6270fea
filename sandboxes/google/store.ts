import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Shop } from '#kit/shop.ts'
import './tables.ts'

const DAY_S = 86_400

/**
 * Keeps what the provider has to remember in the shop's database, so that every process of the shop can go on with
 * a sign-in that another one began. Who signed in at the provider itself is never kept: it asks each time.
 */
export function createSandboxStore(shop: Shop): (kind: string) => Adapter {
  return (kind) => (kind === 'Session' ? forgetful : adapterOf(shop, kind))
}

function adapterOf(shop: Shop, kind: string): Adapter {
  const row = (id: string) => ({ kind, id })
  return {
    upsert: async (id, payload, expiresInS = DAY_S) => {
      const nowMs = shop.now()
      if (kind === 'Interaction') await dropExpired(shop)
      const values = {
        body: JSON.stringify(payload),
        grant_id: payload.grantId ?? null,
        expires_at: nowMs + expiresInS * 1000,
      }
      await shop.db
        .insertInto('sandbox_google')
        .values({ ...row(id), ...values })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(values))
        .execute()
    },
    find: async (id) => {
      const found = await shop.db
        .selectFrom('sandbox_google')
        .select(['body', 'consumed_at'])
        .where((eb) => eb.and(row(id)))
        .where('expires_at', '>', shop.now())
        .executeTakeFirst()
      if (!found) return undefined
      const payload: AdapterPayload = JSON.parse(found.body)
      return found.consumed_at === null
        ? payload
        : { ...payload, consumed: Math.floor(found.consumed_at / 1000) }
    },
    consume: async (id) => {
      const result = await shop.db
        .updateTable('sandbox_google')
        .set({ consumed_at: shop.now() })
        .where((eb) => eb.and(row(id)))
        .where('consumed_at', 'is', null)
        .executeTakeFirst()
      // Of two exchanges of one code at the same moment the second ends here.
      if (result.numUpdatedRows !== 1n) throw new errors.InvalidGrant('already consumed')
    },
    destroy: async (id) => {
      await shop.db
        .deleteFrom('sandbox_google')
        .where((eb) => eb.and(row(id)))
        .execute()
    },
    revokeByGrantId: async (grantId) => {
      await shop.db.deleteFrom('sandbox_google').where('grant_id', '=', grantId).execute()
    },
    findByUid: nothing,
    findByUserCode: nothing,
  }
}

const nothing = async (): Promise<undefined> => undefined

const forgetful: Adapter = {
  upsert: nothing,
  find: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
}

async function dropExpired(shop: Shop): Promise<void> {
  await shop.db.deleteFrom('sandbox_google').where('expires_at', '<=', shop.now()).execute()
}

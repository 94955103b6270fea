import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Shop } from '#kit/shop.ts'
import './tables.ts'

const DAY_S = 86_400

/**
 * Stores the provider's data in the shop's database, so that every process can continue a sign-in that another began.
 * Sessions of the provider itself are not stored: it shows its form each time.
 */
export function createSandboxStore(shop: Shop): (kind: string) => Adapter {
  return (kind) => (kind === 'Session' ? withoutStorage : adapterOf(shop, kind))
}

function adapterOf(shop: Shop, kind: string): Adapter {
  const row = (id: string) => ({ kind, id })
  return {
    upsert: async (id, payload, expiresInS = DAY_S) => {
      const nowMs = shop.now()
      if (kind === 'Interaction') await deleteExpired(shop)
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
      // Of two parallel exchanges of one code the second is refused here.
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
    findByUid: noResult,
    findByUserCode: noResult,
  }
}

const noResult = async (): Promise<undefined> => undefined

const withoutStorage: Adapter = {
  upsert: noResult,
  find: noResult,
  consume: noResult,
  destroy: noResult,
  revokeByGrantId: noResult,
  findByUid: noResult,
  findByUserCode: noResult,
}

async function deleteExpired(shop: Shop): Promise<void> {
  await shop.db.deleteFrom('sandbox_google').where('expires_at', '<=', shop.now()).execute()
}

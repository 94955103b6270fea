import { addressLines } from '#features/delivery/delivery.ts'
import type { Destination } from '#features/delivery/schema.ts'
import type { Config } from '#kit/config/config.ts'
import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import { shows } from '#kit/public-cache/shown.ts'
import type { Shop } from '#kit/shop.ts'
import type { SellerTerms } from '../config.ts'
import type { Settings } from '../schema.ts'
import { DEFAULT_COUNTRY, firstSettings, ROW_ID, UNSAVED } from './first-settings.ts'
import '../tables.ts'

/** The tag of public answers that show settings. */
export const SETTINGS_TAG = 'settings'

/** How long settings are used after they were read: so late a change by another process holds, at most. */
const KEPT_MS = 1000

interface Kept {
  readonly settings: Promise<Settings>
  readonly readAtMs: number
}

const kept = new WeakMap<object, Kept>()

const keyOf = (db: Db): object => db.getExecutor().adapter

/**
 * The settings of the shop, at most a second old: an order or a quote reads them from memory. A public answer that is rendered
 * because they changed would keep old ones until the next change, so it reads them anew.
 */
export function currentSettings(shop: Pick<Shop, 'db' | 'config'>): Promise<Settings> {
  const isPublic = shows(SETTINGS_TAG)
  const key = keyOf(shop.db)
  const known = kept.get(key)
  if (known && !isPublic && performance.now() - known.readAtMs < KEPT_MS) return known.settings
  const reading = { settings: readSettings(shop.db, shop.config), readAtMs: performance.now() }
  kept.set(key, reading)
  reading.settings.catch(() => {
    if (kept.get(key) === reading) kept.delete(key)
  })
  return reading.settings
}

/** After the commit this process reads them again. */
export const forgetSettings = (trx: Db): void => afterCommit(trx, () => kept.delete(keyOf(trx)))

/** The settings as they are stored now; those of the environment variables while no admin saved any. */
export async function readSettings(db: Db, config: Config): Promise<Settings> {
  const row = await db.selectFrom('settings').selectAll().where('id', '=', ROW_ID).executeTakeFirst()
  if (!row) return firstSettings(config)
  const { revision, seller, tax, delivery, mails } = row
  return {
    revision,
    seller: JSON.parse(seller),
    tax: JSON.parse(tax),
    delivery: JSON.parse(delivery),
    mails: JSON.parse(mails),
  }
}

/** Where goods leave from. */
export const sellerPlace = ({ seller: { address } }: Pick<Settings, 'seller'>): Destination =>
  address ?? { country: DEFAULT_COUNTRY }

/**
 * What documents say of the seller, and the tax of orders that kept none. Until an admin enters an address it is what the
 * environment variables say, word for word.
 */
export function sellerTermsOf({ revision, seller }: Settings, { sellerTerms }: Config): SellerTerms {
  const { name, address, vatId, taxNumber } = seller
  if (revision === UNSAVED || !name || !address) return sellerTerms
  const [, ...lines] = addressLines({ name, ...address })
  const taxId = vatId ?? taxNumber
  return {
    seller: { name, address: lines.join('\n'), ...(taxId && { taxId }) },
    taxPercent: sellerTerms.taxPercent,
  }
}

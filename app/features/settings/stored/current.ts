import type { Selectable } from 'kysely'
import { addressLines } from '#features/delivery/delivery.ts'
import type { Destination } from '#features/delivery/schema.ts'
import type { Config } from '#kit/config/config.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import type { MailSender } from '#kit/mail/transport.ts'
import { keepRow } from '#kit/single-row/kept-row.ts'
import { ROW_ID, UNSAVED } from '#kit/single-row/replace-row.ts'
import type { SellerTerms } from '../config.ts'
import { FIRST_SHOP, NO_DATEV, type Settings, type ShownSeller } from '../schema.ts'
import { DEFAULT_COUNTRY, firstSettings } from './first-settings.ts'
import '../tables.ts'

/** The tag of public answers that show settings. */
export const SETTINGS_TAG = 'settings'

/** The settings as they are stored now; those of the environment variables while no admin saved any. */
export async function readSettings(db: Db, config: Config): Promise<Settings> {
  const { code: currency, settings } = await readRows(db)
  if (!settings) return { ...firstSettings(config), currency }
  const { revision, seller, tax, delivery, mails, shop, datev } = settings
  return {
    revision,
    currency,
    seller: JSON.parse(seller),
    tax: JSON.parse(tax),
    delivery: JSON.parse(delivery),
    mails: JSON.parse(mails),
    shop: { ...FIRST_SHOP, ...JSON.parse(shop) },
    datev: { ...NO_DATEV, ...JSON.parse(datev) },
  }
}

/** The row of the settings, if there is one, with that of the currency. */
async function readRows(db: Db) {
  const { code, ...row } = await db
    .selectFrom('currency')
    .leftJoin('settings', 'settings.id', 'currency.id')
    .select(['code', 'revision', 'seller', 'tax', 'delivery', 'mails', 'shop', 'datev'])
    .executeTakeFirstOrThrow()
  const settings = row.revision === null ? undefined : (row as Omit<Selectable<Schema['settings']>, 'id'>)
  return { code, settings }
}

const kept = keepRow(SETTINGS_TAG, readSettings)

/** The settings of the shop, from memory: an order or a quote reads them too. */
export const currentSettings = kept.current

export const forgetSettings = kept.forget

/**
 * Whether what was computed from the settings of this revision, before the transaction, still holds. Otherwise this process reads
 * them again.
 */
export async function areCurrentSettings(trx: Db, revision: number): Promise<boolean> {
  const row = await trx.selectFrom('settings').select('revision').where('id', '=', ROW_ID).executeTakeFirst()
  if ((row?.revision ?? UNSAVED) === revision) return true
  forgetSettings(trx)
  return false
}
/** The time zone whose days people see: on papers, in lists and files, in the overview. */
export const shopTimeZone = async (shop: Parameters<typeof currentSettings>[0]): Promise<string> =>
  (await currentSettings(shop)).delivery.timeZone

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

/** Who mails are from, and who gets the answers: the sender of the settings, or the seller, as far as it is set. */
export async function mailSender(shop: Parameters<typeof currentSettings>[0]): Promise<MailSender> {
  const { name, email } = await shownSeller(shop)
  const { sender } = (await currentSettings(shop)).shop
  return { name: sender ?? name, replyTo: email }
}

/** Who sells, and how to reach them: with the name and the address of documents. */
export async function shownSeller(shop: Parameters<typeof currentSettings>[0]): Promise<ShownSeller> {
  const settings = await currentSettings(shop)
  const { name, email, phone, vatId, taxNumber } = settings.seller
  const printed = sellerTermsOf(settings, shop.config).seller
  return { name: printed?.name ?? name, address: printed?.address, email, phone, vatId, taxNumber }
}

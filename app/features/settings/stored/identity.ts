import { findMissingImages, keepImages } from '#features/images/images.ts'
import { imageIdOf } from '#features/images/paths.ts'
import type { Config } from '#kit/config/config.ts'
import type { Db } from '#kit/db/db.ts'
import { DEFAULT_IDENTITY, type ShopIdentity } from '#kit/identity/shop-identity.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import { invalidField } from '#kit/server/app-error.ts'
import { keepRow } from '#kit/single-row/kept-row.ts'
import { FIRST_SHOP, type ShopSettings } from '../schema.ts'
import '../tables.ts'

/** The tag of public answers that show which shop it is: pages do, whatever they are about. */
const IDENTITY_TAG = 'identity'

async function readIdentity(db: Db, { publicUrl }: Config): Promise<ShopIdentity> {
  const row = await db
    .selectFrom('currency')
    .leftJoin('settings', 'settings.id', 'currency.id')
    .select(['code', 'shop'])
    .executeTakeFirstOrThrow()
  const {
    name = DEFAULT_IDENTITY.name,
    logo,
    blog,
    portfolio,
  }: ShopSettings = {
    ...FIRST_SHOP,
    ...(row.shop !== null && JSON.parse(row.shop)),
  }
  const absent = [...(blog ? [] : ['/blog']), ...(portfolio ? [] : ['/portfolio'])]
  return {
    currency: row.code,
    name,
    ...(logo !== undefined && { logo: { path: logo, url: publicUrl + logo } }),
    absent,
  }
}

const kept = keepRow(IDENTITY_TAG, readIdentity)

/** Which shop it is, from memory. */
export const currentIdentity = kept.current

/** For the transaction that changes it: its picture is kept, and what shows it is rendered again. */
export async function changeIdentity(trx: Db, { logo }: ShopSettings): Promise<void> {
  if (logo !== undefined) {
    if (imageIdOf(logo) === undefined) throw invalidField('shop/logo', 'Upload a picture first.')
    await keepImages(trx, [logo])
    if ((await findMissingImages(trx, [logo])).size > 0)
      throw invalidField('shop/logo', 'This picture is no longer there. Upload it again.')
  }
  recordPublicChange(trx, { tags: [IDENTITY_TAG] })
  kept.forget(trx)
}

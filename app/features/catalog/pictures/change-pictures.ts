import { findMissingImages, keepImages } from '#features/images/images.ts'
import type { Actor } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { toPictureAddress } from '#kit/input/internal-path.ts'
import { invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { picturesOf, toPicturesColumn } from '../fields/stored-pictures.ts'
import {
  inTransaction,
  lockProduct,
  record,
  refuseArchived,
  revisionChanged,
  update,
} from '../products/change-products.ts'
import { toManaged } from '../products/find-products.ts'
import type { ManagedProduct } from '../schema.ts'
import type { ChangedPictures } from './schema.ts'

/**
 * Replaces the pictures of a product; the first is that of lists. Refuses an unknown or archived product (404), another revision
 * than the current one (409 `revision_changed`, with the current product), and an uploaded picture that was deleted (422).
 */
export function changePictures(
  shop: Shop,
  admin: Actor,
  id: string,
  { revision, images: given }: ChangedPictures,
): Promise<ManagedProduct> {
  const images = given.map(({ image, alt }) => ({
    image: toPictureAddress(image, shop.config.trustedOrigins),
    ...(alt && { alt }),
  }))
  return inTransaction(shop, {}, async (trx) => {
    const row = await lockProduct(trx, id)
    refuseArchived(row)
    if (row.revision !== revision) throw revisionChanged(await toManaged(trx, row))
    const before = picturesOf(row)
    if (JSON.stringify(before) === JSON.stringify(images)) return toManaged(trx, row)
    await keepAll(
      trx,
      images.map(({ image }) => image),
    )
    const [{ image } = { image: row.image }] = images
    const after = await update(trx, shop, id, { image, pictures: toPicturesColumn(images) })
    const changes = [
      ...(image === row.image ? [] : [{ field: 'image', from: row.image, to: image }]),
      { field: 'images', from: before, to: images },
    ]
    await record(trx, shop, admin, [row], { event: 'changed', changes })
    return toManaged(trx, after)
  })
}

/** Keeps uploaded pictures for good, as `keepImage` does with one. */
async function keepAll(trx: Db, addresses: readonly string[]): Promise<void> {
  await keepImages(trx, addresses)
  const missing = await findMissingImages(trx, addresses)
  const index = addresses.findIndex((address) => missing.has(address))
  if (index >= 0)
    throw invalidField(`images/${index}/image`, 'This picture is no longer there. Upload it again.')
}

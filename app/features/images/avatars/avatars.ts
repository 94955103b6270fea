import { type SignedInUser, setPicture } from '#features/accounts/accounts.ts'
import type { Db } from '#kit/db/db.ts'
import { newToken } from '#kit/link-token.ts'
import type { WebPicture } from '#kit/pictures/web-picture.ts'
import type { Shop } from '#kit/shop.ts'
import { avatarPath } from '../paths.ts'
import '../tables.ts'

/** The longer side in pixels of a picture of an account: three times that of its frame. */
export const AVATAR_WIDTH = 192

/** Keeps the picture in place of the one before, and makes it that of the account. Refused (401) when the session has ended. */
export function keepAvatar(shop: Shop, user: SignedInUser, pictures: readonly WebPicture[]): Promise<string> {
  // Who knows the address sees the picture, so it is as hard to guess as a link.
  const id = newToken()
  const content = Buffer.from(pictures.find(({ type }) => type === 'webp')?.bytes ?? [])
  const image = avatarPath(id)
  return shop.db.transaction().execute(async (trx) => {
    await setPicture(trx, user, image, shop.now())
    await trx
      .insertInto('avatars')
      .values({ user_id: user.id, id, content })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ id, content }))
      .execute()
    return image
  })
}

/** Removes the picture of the account, an address elsewhere too. Refused (401) when the session has ended. */
export function removeAvatar({ db, now }: Shop, user: SignedInUser): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await setPicture(trx, user, null, now())
    await deleteAvatarOf(trx, user.id)
  })
}

/** Deletes the file of the picture alone: whoever calls it changes what the account shows. */
export async function deleteAvatarOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('avatars').where('user_id', '=', userId).execute()
}

/** The file of a picture; undefined for one that was replaced or removed. */
export async function findAvatar(db: Db, id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = await db.selectFrom('avatars').select('content').where('id', '=', id).executeTakeFirst()
  return row && new Uint8Array(row.content)
}

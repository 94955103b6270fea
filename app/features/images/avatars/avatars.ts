import { type SignedInUser, setPicture } from '#features/accounts/accounts.ts'
import type { Db } from '#kit/db/db.ts'
import { filesOfTable } from '#kit/files/file-rows.ts'
import { newToken } from '#kit/link-token.ts'
import type { WebPicture } from '#kit/pictures/web-picture.ts'
import type { Shop } from '#kit/shop.ts'
import { avatarPath } from '../paths.ts'
import '../tables.ts'

/** Where the pictures of accounts are. A row that has another picture has another `id`. */
export const avatarFiles = filesOfTable({ kind: 'avatars', table: 'avatars', columns: ['user_id', 'id'] })

/** The longer side in pixels of a picture of an account: three times that of its frame. */
export const AVATAR_WIDTH = 192

/** Keeps the picture in place of the one before, and makes it that of the account. Refused (401) when the session has ended. */
export async function keepAvatar(
  shop: Shop,
  user: SignedInUser,
  pictures: readonly WebPicture[],
): Promise<string> {
  // Who knows the address sees the picture, so it is as hard to guess as a link.
  const id = newToken()
  const bytes = Buffer.from(pictures.find(({ type }) => type === 'webp')?.bytes ?? [])
  const file = await shop.files.keep(avatarFiles.kind, bytes)
  const image = avatarPath(id)
  return shop.db.transaction().execute(async (trx) => {
    await setPicture(trx, user, image, shop.now())
    await trx
      .insertInto('avatars')
      .values({ user_id: user.id, id, ...file })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ id, ...file }))
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
export async function findAvatar(
  { db, files }: Pick<Shop, 'db' | 'files'>,
  id: string,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const row = await db
    .selectFrom('avatars')
    .select(['content', 'outside'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && files.read(row)
}

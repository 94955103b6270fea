import '../tables.ts'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { VISITOR } from '#features/agreed-prices/agreed-prices.ts'
import { hashToken, newToken } from '#kit/link-token.ts'
import { AppError } from '#kit/server/app-error.ts'
import { countHit, type Limit, refuseWhenUsedUp } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { changeLists, listNotFound, ownLists, quoteList } from '../lists/saved-lists.ts'
import { sharedListPath } from '../paths.ts'
import type { SharedList } from '../schema.ts'

/** Calls and pages with a token that opens no list. @public */
export const LIST_GUESS_LIMIT: Limit = {
  name: 'list-guess',
  what: 'wrong tokens of shared lists',
  address: 60,
  windowMs: MINUTE_MS,
  always: true,
}

/** Shares a list by a link, which is shown only now; an earlier one ends. Another's list is refused (404). */
export async function shareList(shop: Shop, customer: SignedInUser, id: string): Promise<{ url: string }> {
  const token = newToken()
  await setShareHash(shop, customer, id, hashToken(token))
  return { url: shop.config.publicUrl + sharedListPath(token) }
}

/** Ends the link of a list. Another's list is refused (404). */
export const endSharing = (shop: Shop, customer: SignedInUser, id: string): Promise<void> =>
  setShareHash(shop, customer, id, null)

async function setShareHash(
  shop: Shop,
  customer: SignedInUser,
  id: string,
  share_hash: string | null,
): Promise<void> {
  await changeLists(shop, customer, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('saved_lists')
      .set({ share_hash })
      .where(ownLists(customer))
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw listNotFound()
  })
}

/**
 * The list that a link opens, with the prices that everybody may be told. A token that opens none is refused with the same 404,
 * and counts as a wrong guess.
 */
export async function openSharedList(shop: Shop, token: string, address: string): Promise<SharedList> {
  await refuseWhenUsedUp(shop, LIST_GUESS_LIMIT, { address })
  const row = await shop.db
    .selectFrom('saved_lists')
    .select(['name', 'lines'])
    .where('share_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (row) return { name: row.name, ...(await quoteList(shop.db, VISITOR, row)) }
  await countHit(shop, LIST_GUESS_LIMIT, { address })
  throw new AppError('not_found', 'This link cannot be used. It may have ended.')
}

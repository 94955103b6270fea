import '../tables.ts'
import { lockCustomer, type SignedInUser } from '#features/accounts/accounts.ts'
import { hasRight } from '#features/accounts/rights.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { refuseReusedKey, requestKey } from '#kit/request-key.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { MAXIMUM_MESSAGES } from '../limits.ts'
import { mailCustomer, mailStaff } from '../mails/offer-mails.ts'
import { type MessageRow, selectMessages, toMessage } from '../records/message-rows.ts'
import { findOfferRow, type OfferRow, ofCustomer } from '../records/offer-rows.ts'
import type { OfferMessage } from '../schema.ts'

interface NewMessage {
  readonly offerId: string
  readonly text: string
  readonly key: string | undefined
}

/**
 * Somebody of the side of the customer, or of the staff, writes about an offer; the other side gets a mail. With a key the same
 * request is written once. Refused: another's offer (404), more than 200 messages (409), the key of another message (422).
 */
export const writeMessage = (shop: Shop, user: SignedInUser, message: NewMessage): Promise<OfferMessage> =>
  shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, user)
    const { offer, isStaff } = await findSide(trx, user, message.offerId)
    // Two at once wait for each other, and see what the other wrote.
    await trx.updateTable('offers').set({ changed_at: shop.now() }).where('id', '=', offer.id).execute()
    const key = requestKey(message.key, [message.offerId, message.text])
    const rows = await selectMessages(trx, offer.id).execute()
    const author = isStaff ? user.email : user.name
    const userId = isStaff ? null : user.id
    const earlier =
      key && rows.find((row) => isOf(row, userId, author) && row.idempotency_key === key.idempotency_key)
    if (earlier) {
      refuseReusedKey(key, earlier, 'another message')
      return toMessage(earlier, isStaff)
    }
    if (rows.length >= MAXIMUM_MESSAGES)
      throw new AppError(
        'too_many',
        `There are ${MAXIMUM_MESSAGES} messages about this offer, the most there can be. Write a mail instead.`,
      )
    const at = shop.now()
    const none = { idempotency_key: null, idempotency_hash: null }
    const row = {
      id: newId(at),
      offer_id: offer.id,
      user_id: userId,
      author,
      text: message.text,
      at,
      ...(key ?? none),
    }
    await trx.insertInto('offer_messages').values(row).execute()
    await trx
      .updateTable('offers')
      .set({ to_answer: isStaff ? 0 : 1 })
      .where('id', '=', offer.id)
      .execute()
    await tell(trx, shop, { offer, user, isStaff, text: message.text, at })
    return toMessage(row, isStaff)
  })

const isOf = (row: MessageRow, userId: string | null, author: string): boolean =>
  row.user_id === userId && (userId !== null || row.author === author)

/** Whoever is of the side of the customer writes as that, also as one of the staff. */
async function findSide(trx: Db, user: SignedInUser, offerId: string) {
  const offer = await findOfferRow(trx, offerId, user)
  if (!hasRight(user, 'orders')) return { offer, isStaff: false }
  const own = await trx
    .selectFrom('offers')
    .select('id')
    .where('offers.id', '=', offerId)
    .where(ofCustomer(user))
    .executeTakeFirst()
  return { offer, isStaff: own === undefined }
}

async function tell(
  trx: Db,
  shop: Shop,
  told: {
    readonly offer: OfferRow
    readonly user: SignedInUser
    readonly isStaff: boolean
    readonly text: string
    readonly at: number
  },
): Promise<void> {
  const { offer, user, isStaff, text, at } = told
  if (!isStaff) return mailStaff(trx, shop, { about: 'message', offer, by: user.name, text, at })
  await recordAudit(trx, { by: user, at, kind: 'offer.answered', subject: offer.id })
  await mailCustomer(trx, at, 'answer', offer)
}

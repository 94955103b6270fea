import '../tables.ts'
import { lockCustomer, type SignedInUser } from '#features/accounts/accounts.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { mailCustomer, mailStaff } from '../mails/offer-mails.ts'
import { findOfferRow, type OfferRow } from '../records/offer-rows.ts'
import { findOwnOffer } from '../records/read-offers.ts'
import type { EndOffer } from '../schema.ts'
import { changedMeanwhile } from './make-offer.ts'

/**
 * The buyer does not want it, before or after it was offered; the staff get a mail. Refused, with nothing changed: another's (404),
 * another `revision`, and one that is accepted, declined or withdrawn (409).
 */
export const declineOffer = (shop: Shop, user: SignedInUser, id: string, ended: EndOffer): Promise<void> =>
  shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, user)
    const at = shop.now()
    const before = await findOwnOffer(trx, user, id)
    const offer = await end(trx, before, 'declined', ended, at)
    await mailStaff(trx, shop, { about: 'declined', offer, by: user.name, text: ended.reason, at })
  })

/** The shop does not offer it, or not any more; the customer gets a mail. Refused as above. */
export const withdrawOffer = (shop: Shop, staff: SignedInUser, id: string, ended: EndOffer): Promise<void> =>
  shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    const before = await findOfferRow(trx, id, staff)
    const offer = await end(trx, before, 'withdrawn', ended, at)
    const { reason } = ended
    const entry = { by: staff, at, kind: 'offer.withdrawn', subject: id } as const
    await recordAudit(trx, { ...entry, ...(reason !== undefined && { reason }) })
    await mailCustomer(trx, at, 'withdrawn', offer)
  })

async function end(
  trx: Db,
  { id, revision, state }: OfferRow,
  ending: 'declined' | 'withdrawn',
  asked: EndOffer,
  at: number,
): Promise<OfferRow> {
  if (state !== 'asked' && state !== 'offered')
    throw new AppError('conflict', `This offer is ${state} already.`)
  if (asked.revision !== undefined && asked.revision !== revision) throw changedMeanwhile()
  const changes = { state: ending, answer: asked.reason ?? null, to_answer: 0 as const, changed_at: at }
  const offer = await compareAndSet(trx, 'offers', { id, revision, state }, changes)
  if (!offer) throw changedMeanwhile()
  return offer
}

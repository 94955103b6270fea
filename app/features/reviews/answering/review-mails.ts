import { mailStaffWith } from '#features/accounts/accounts.ts'
import type { Db } from '#kit/db/db.ts'
import type { MailLayout } from '#kit/mail/layout.ts'
import type { Shop } from '#kit/shop.ts'
import { HOUR_MS } from '#kit/time.ts'
import '../tables.ts'

/** After a mail about a new review none leaves for so long while one is unread: the page has them all. */
const BETWEEN_MAILS_MS = HOUR_MS

interface NewReview {
  readonly name: string
  readonly comment: string
  readonly half_stars: number
  readonly created_at: number
}

/** What staff read when a customer has written a review. */
export const newReviewMail = ({ config }: Pick<Shop, 'config'>, review: NewReview): MailLayout => ({
  title: 'A customer wrote a review',
  paragraphs: ['Visitors read it. You can answer it, or hide it.'],
  facts: {
    Customer: review.name,
    Rating: `${review.half_stars / 2} of 5`,
    Review: review.comment.split(/\r?\n/),
  },
  action: { label: 'Reviews', url: `${config.publicUrl}/dashboard/reviews` },
})

/** Mails the staff of a new review, unless they were told within an hour of another one that is unread. Call it before it is written. */
export async function mailNewReview(trx: Db, shop: Pick<Shop, 'config'>, review: NewReview): Promise<void> {
  const told = await trx
    .selectFrom('ratings')
    .select('id')
    .where('seen_at', 'is', null)
    .where('created_at', '>', review.created_at - BETWEEN_MAILS_MS)
    .limit(1)
    .executeTakeFirst()
  if (told) return
  const { config } = shop
  await mailStaffWith(trx, { config, at: review.created_at }, 'products', newReviewMail(shop, review))
}

import { currentMailWords, withMailWords } from '#features/customer-mails/customer-mails.ts'
import type { CustomerMail } from '#features/customer-mails/limits.ts'
import type { MailWords } from '#features/customer-mails/schema.ts'
import { answerMail, answerOccasion } from '#features/order-messages/order-messages.ts'
import { MAIL_CONTENTS, occasionOf, subjectOf } from '#features/orders/orders.ts'
import { mailSender } from '#features/settings/settings.ts'
import { renderMail } from '#kit/mail/layout.ts'
import type { Shop } from '#kit/shop.ts'
import { sampleOrder } from './sample-order.ts'
import type { MailPreview } from './schema.ts'

/** A mail as it would be sent with these words, or with those that are saved, about an order that there is not. */
export async function previewMail(shop: Shop, kind: CustomerMail, words?: MailWords): Promise<MailPreview> {
  const used = words ?? (await currentMailWords(shop))
  const order = sampleOrder(shop.now())
  const page = `${shop.config.publicUrl}/dashboard/order/sample`
  const { name: sender } = await mailSender(shop)
  const from = { ...(sender !== undefined && { sender }) }
  if (kind === 'answer') {
    const about = {
      number: order.number,
      poNumber: null,
      name: 'Ada Sample',
      email: '',
      texts: [ANSWER],
      page,
    }
    const layout = withMailWords(answerMail(about), used, answerOccasion(about))
    return { subject: layout.title, ...from, ...renderMail(layout) }
  }
  const addresses = {
    pay: `${shop.config.publicUrl}/dashboard/payment/sample`,
    orderAgain: `${shop.config.publicUrl}/parts`,
    page,
  }
  const layout = MAIL_CONTENTS[kind](order, addresses)
  return {
    subject: subjectOf(layout, order),
    ...from,
    ...renderMail(withMailWords(layout, used, occasionOf(kind, order))),
  }
}

const ANSWER = 'The missing bag left today.'

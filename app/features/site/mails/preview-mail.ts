import { catalogue } from '#features/catalog/paths.ts'
import { approvalMail, approvalOccasion } from '#features/company-orders/company-orders.ts'
import {
  currentMailWords,
  type MailOccasion,
  withMailWords,
} from '#features/customer-mails/customer-mails.ts'
import type { CustomerMail } from '#features/customer-mails/limits.ts'
import type { MailWords } from '#features/customer-mails/schema.ts'
import { answerMail, answerOccasion } from '#features/order-messages/order-messages.ts'
import { MAIL_CONTENTS, type MailKind, occasionOf, subjectOf } from '#features/orders/orders.ts'
import { APPROVALS_PATH, orderPagePath, paymentPath } from '#features/orders/paths.ts'
import { returnMail, returnOccasion } from '#features/returns/returns.ts'
import { mailSender } from '#features/settings/settings.ts'
import { type MailLayout, renderMail } from '#kit/mail/layout.ts'
import type { Shop } from '#kit/shop.ts'
import { SAMPLE_ANSWER, SAMPLE_ASKED, SAMPLE_RETURN, sampleOrder } from './sample-order.ts'
import type { MailPreview } from './schema.ts'

/** A mail as it would be sent with these words, or with those that are saved, about an order that there is not. */
export async function previewMail(shop: Shop, kind: CustomerMail, words?: MailWords): Promise<MailPreview> {
  const used = words ?? (await currentMailWords(shop))
  const { name: sender } = await mailSender(shop)
  const { layout, subject = layout.title, occasion } = sampleMail(shop, kind)
  return {
    subject,
    ...(sender !== undefined && { sender }),
    ...renderMail(withMailWords(layout, used, occasion)),
  }
}

interface SampleMail {
  readonly layout: MailLayout
  /** Unless it is the title. */
  readonly subject?: string
  readonly occasion: MailOccasion
}

/** The mail of the feature that sends it. */
function sampleMail({ config, now }: Shop, kind: CustomerMail): SampleMail {
  const order = sampleOrder(now())
  const at = (path: string): string => `${config.publicUrl}${path}`
  const page = at(orderPagePath(order.id))
  if (isAboutOrder(kind)) {
    const layout = MAIL_CONTENTS[kind](order, {
      pay: at(paymentPath(order.id)),
      orderAgain: at(catalogue.path),
      page,
    })
    return { layout, subject: subjectOf(layout, order), occasion: occasionOf(kind, order) }
  }
  if (kind === 'answer') {
    const { number, name = '' } = order
    const about = { number, name, poNumber: null, email: '', texts: [SAMPLE_ANSWER], page }
    return { layout: answerMail(about), occasion: answerOccasion(about) }
  }
  if (kind === 'approval asked') {
    const layout = approvalMail({ order, ...SAMPLE_ASKED, page: at(APPROVALS_PATH) })
    return { layout, occasion: approvalOccasion(order) }
  }
  const returned = { ...SAMPLE_RETURN, number: order.number, page }
  return { layout: returnMail(kind, returned), occasion: returnOccasion(kind, returned) }
}

const isAboutOrder = (kind: CustomerMail): kind is MailKind => kind in MAIL_CONTENTS

import '../tables.ts'
import { findEmails, mailStaffWith } from '#features/accounts/accounts.ts'
import type { Documents } from '#features/documents/documents.ts'
import type { Db } from '#kit/db/db.ts'
import type { MailTemplate, MailTemplates } from '#kit/mail/due-mails.ts'
import { enqueueTemplates, isWaitingFor } from '#kit/mail/enqueue.ts'
import { type MailLayout, renderMail } from '#kit/mail/layout.ts'
import { formatTotal } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { longDayText } from '#kit/text/utc-text.ts'
import { manageOfferPath, offerPath } from '../paths.ts'
import { offerFile } from '../records/offer-document.ts'
import { type OfferRow, readAsked, toVersion } from '../records/offer-rows.ts'
import { offerNumberText } from '../texts.ts'

/** What the staff are told of. */
type StaffOccasion = 'asked' | 'message' | 'accepted' | 'declined'

const STAFF_TITLES: Readonly<Record<StaffOccasion, (number: string) => string>> = {
  asked: (number) => `An offer is asked for: ${number}`,
  message: (number) => `A message about offer ${number}`,
  accepted: (number) => `Offer ${number} is accepted`,
  declined: (number) => `Offer ${number} is declined`,
}

const STAFF_TEXTS: Readonly<Record<StaffOccasion, string>> = {
  asked: 'Offer a price on its page: the customer gets it by mail.',
  message: 'The answer on the page of the offer reaches the customer by mail.',
  accepted: 'It is an order now, with the prices and quantities that were offered.',
  declined: 'There is nothing to do. You can make another version on its page.',
}

interface StaffMail {
  readonly about: StaffOccasion
  readonly offer: Pick<OfferRow, 'id' | 'number' | 'lines' | 'company_name'>
  /** The name of whoever caused it. */
  readonly by: string
  readonly text?: string | undefined
  readonly page: string
}

/** So many lines of an offer are named in a mail. */
const NAMED = 20

export const staffOfferMail = ({ about, offer, by, text, page }: StaffMail): MailLayout => ({
  title: STAFF_TITLES[about](offerNumberText(offer.number)),
  paragraphs: [STAFF_TEXTS[about]],
  action: { label: 'The offer', url: page },
  facts: {
    Customer: [by, ...(offer.company_name === null ? [] : [offer.company_name])],
    ...(about === 'asked' && { Parts: partsOf(offer) }),
    ...(text !== undefined && { [about === 'declined' ? 'Reason' : 'Message']: text.split(/\r?\n/) }),
  },
})

function partsOf(offer: Pick<OfferRow, 'lines'>): string[] {
  const lines = readAsked(offer)
  const named = lines
    .slice(0, NAMED)
    .map(({ quantity, sku, product }) => `${formatCount(quantity)} × ${sku}, ${product}`)
  return lines.length > NAMED ? [...named, `and ${formatCount(lines.length - NAMED)} more`] : named
}

/** Mails the staff who may offer; call it in the transaction of the cause. */
export const mailStaff = (
  trx: Db,
  { config }: Pick<Shop, 'config'>,
  { at, ...mail }: Omit<StaffMail, 'page'> & { readonly at: number },
): Promise<void> =>
  mailStaffWith(
    trx,
    { config, at },
    'orders',
    staffOfferMail({ ...mail, page: config.publicUrl + manageOfferPath(mail.offer.id) }),
  )

const SENT = 'offer sent'
const ANSWER = 'offer answer'
const WITHDRAWN = 'offer withdrawn'

const TEMPLATES = { sent: SENT, answer: ANSWER, withdrawn: WITHDRAWN } as const

/** Mails who asked; call it in the transaction of the cause. One that waits tells of what is written meanwhile too. */
export async function mailCustomer(
  trx: Db,
  at: number,
  about: keyof typeof TEMPLATES,
  { id, user_id }: Pick<OfferRow, 'id' | 'user_id'>,
): Promise<void> {
  const to = (await findEmails(trx, [user_id])).get(user_id)
  if (to === undefined) return
  const mail = { to, template: TEMPLATES[about], about: id }
  if (!(await isWaitingFor(trx, mail))) await enqueueTemplates(trx, at, [mail])
}

interface SentOffer {
  readonly number: string
  readonly name: string
  readonly version: number
  readonly payable: number
  readonly validUntil: string
  readonly note: string | undefined
  readonly page: string
}

export const sentMail = ({
  number,
  name,
  version,
  payable,
  validUntil,
  note,
  page,
}: SentOffer): MailLayout => ({
  title: version === 1 ? `Our offer ${number}` : `A new version of our offer ${number}`,
  paragraphs: [
    `Hello ${name},`,
    version === 1
      ? 'We offer you what you asked for. The offer is attached.'
      : 'The attached version replaces the one before.',
  ],
  action: { label: 'See and accept the offer', url: page },
  facts: {
    Total: formatTotal(payable),
    'Valid until': longDayText(validUntil),
    ...(note !== undefined && { Note: note.split(/\r?\n/) }),
  },
})

export const offerAnswerMail = ({
  number,
  text,
  page,
}: {
  number: string
  text: string
  page: string
}): MailLayout => ({
  title: `A message about our offer ${number}`,
  paragraphs: ['We have written to you about the offer.'],
  facts: { Message: text.split(/\r?\n/) },
  action: { label: 'The offer', url: page },
})

export const withdrawnMail = ({
  number,
  reason,
  page,
}: {
  number: string
  reason: string | null
  page: string
}): MailLayout => ({
  title: `Our offer ${number} is withdrawn`,
  paragraphs: ['It cannot be accepted any more. Write to us on its page if you have a question.'],
  ...(reason !== null && { facts: { Reason: reason.split(/\r?\n/) } }),
  action: { label: 'The offer', url: page },
})

const render = (layout: MailLayout) => ({ subject: layout.title, ...renderMail(layout) })

const pageOf = ({ config }: Shop, id: string): string => config.publicUrl + offerPath(id)

const findRow = ({ db }: Shop, id: string) =>
  db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirst()

/** The mails to who asked, each of the offer as it is when the mail is sent. */
export const offerMailTemplates = (documents: Pick<Documents, 'offer'>): MailTemplates['byName'] => ({
  [SENT]: sentTemplate(documents),
  [ANSWER]: async (shop, id) => {
    const row = await findRow(shop, id)
    const message = await shop.db
      .selectFrom('offer_messages')
      .select('text')
      .where('offer_id', '=', id)
      .where('user_id', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row || !message) return undefined
    const about = { number: offerNumberText(row.number), text: message.text, page: pageOf(shop, id) }
    return render(offerAnswerMail(about))
  },
  [WITHDRAWN]: async (shop, id) => {
    const row = await findRow(shop, id)
    if (row?.state !== 'withdrawn') return undefined
    const about = { number: offerNumberText(row.number), reason: row.answer, page: pageOf(shop, id) }
    return render(withdrawnMail(about))
  },
})

/** Nothing is sent of a version that cannot be accepted any more. */
const sentTemplate =
  (documents: Pick<Documents, 'offer'>): MailTemplate =>
  async (shop, id) => {
    const row = await findRow(shop, id)
    if (row?.state !== 'offered') return undefined
    const stored = await shop.db
      .selectFrom('offer_versions')
      .selectAll()
      .where('offer_id', '=', id)
      .where('revision', '=', row.revision)
      .executeTakeFirstOrThrow()
    const { version, payable = 0, validUntil = '', note } = toVersion(stored)
    const number = offerNumberText(row.number)
    const { fileName, bytes } = await offerFile(shop.db, documents, row, {
      revision: row.revision,
      isForMail: true,
    })
    return {
      ...render(
        sentMail({ number, name: row.name, version, payable, validUntil, note, page: pageOf(shop, id) }),
      ),
      attachments: [{ filename: fileName, contentType: 'application/pdf', content: bytes }],
    }
  }

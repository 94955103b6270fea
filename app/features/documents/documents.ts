import type { SignedInUser } from '#features/accounts/accounts.ts'
import { pricesFor, VISITOR } from '#features/agreed-prices/agreed-prices.ts'
import { findPart } from '#features/catalog/catalog.ts'
import {
  creditedCents,
  findCreditNote,
  findInvoice,
  findIssuedInvoice,
  type InvoiceDocument,
  type IssuedDocument,
} from '#features/invoices/invoices.ts'
import { documentSignal } from '#features/invoices/signals.ts'
import { invoiceTexts } from '#features/invoices/texts.ts'
import type { ModelFiles } from '#features/models/models.ts'
import {
  findInvoicedOrder,
  findOrderDetails,
  findOrderFor,
  goesAbroad,
  type Order,
  piecesOfOrder,
} from '#features/orders/orders.ts'
import { documentNumberText } from '#features/orders/texts.ts'
import { currentSettings, sellerTermsOf } from '#features/settings/settings.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import { shopIdentity } from '#kit/identity/shop-identity.ts'
import type { MailAttachment } from '#kit/mail/transport.ts'
import { paperFormatOf } from '#kit/pdf/paper-format.ts'
import { type ReadFile, readPicture } from '#kit/pictures/read-picture.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { createTaskWorker } from '#kit/worker/task-worker.ts'
import { frozenFile } from './invoices/frozen-file.ts'
import { frozenPaper } from './invoices/invoice-paper.ts'
import { confirmationPaper, formerInvoicePaper, type OrderPaper, receiptPaper } from './orders/order-paper.ts'
import { sourceOf } from './orders/paper-source.ts'
import { proFormaPaper } from './orders/pro-forma.ts'
import { slipOf } from './orders/slip-of-order.ts'
import { inTime } from './paper/in-time.ts'
import { readModelView } from './parts/model-view.ts'
import { orderPaperTexts } from './texts.ts'
import type { DocumentTask, TaskOfShop } from './worker.ts'

export { forgetFilesOf } from './invoices/forget-files.ts'
export { paperFiles } from './invoices/frozen-file.ts'
export { offerPaper } from './offers/offer-paper.ts'
export type { OrderPaper } from './orders/order-paper.ts'

/** A rendered document with the part number as the shop writes it. */
interface PartDocument {
  readonly sku: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A rendered document about an order, with a file name of letters, digits, `.` and `-`. */
interface OrderDocument {
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Renders documents. A part number can be in any case; unknown and archived parts are refused (404), and what takes too long is,
 * or for which many wait (503). That of a mail throws then: the mail is sent later.
 */
export interface Documents {
  /**
   * The data sheet as a PDF document. It is the same file all day, in the time zone of the shop, unless the part changes.
   * `isComplete`: false without the drawing of a model that could not be made, or not in time: the next one may have it.
   */
  dataSheet(sku: string): Promise<PartDocument & { readonly isComplete: boolean }>
  /** The picture for networks that show a preview of a shared address: a PNG of 1200 × 630 pixels. */
  sharePicture(sku: string): Promise<PartDocument>
  /** For the owner and admins. Refused (404) for everyone else. */
  confirmation(reader: SignedInUser, orderId: string): Promise<OrderDocument>
  /**
   * The same; refused (409) until the order is paid. With a `number` an invoice over a credit note whose money came back, refused
   * (404) if the order has no such one. It is the same file for ever.
   */
  invoice(reader: SignedInUser, orderId: string, number?: string): Promise<OrderDocument>
  /** The same; refused (404) if the order has no such one, and (409) without the data of its invoice. */
  creditNote(reader: SignedInUser, orderId: string, number: string): Promise<OrderDocument>
  /** The same, for customs; refused (409) unless the order goes to another country than that of the seller. */
  proForma(reader: SignedInUser, orderId: string): Promise<OrderDocument>
  /** For admins: of what is packed now, or of one shipment; refused (404) when the order has no such shipment. */
  packingSlip(admin: SignedInUser, orderId: string, shipmentId?: string): Promise<OrderDocument>
  /** For admins: the packing slips of these orders in this sequence, as one document; refused (404) with an unknown order. */
  packingSlips(admin: SignedInUser, orderIds: readonly [string, ...string[]]): Promise<OrderDocument>
  /** What was paid for, without address, note and contact data: for the payer who has no account. Unknown orders: 404. */
  receipt(orderId: string): Promise<OrderDocument>
  /** An offer, as its feature has written what it says; for its mail in the line of mails. */
  offer(paper: OrderPaper, isForMail: boolean): Promise<Uint8Array<ArrayBuffer>>
  /** The invoice of a paid order, or the credit note of that number, for the mail to its customer. */
  attachedPaper(orderId: string, creditNote?: string): Promise<MailAttachment>
  close(): Promise<void>
}

/** The lines in which documents wait, each with places of its own: see {@link createDocuments}. */
type DocumentLine = 'mails' | 'orders' | 'parts'

/** `readFile` answers requests for the pictures of parts that are files of the shop. */
export function createDocuments(shop: Shop, readFile: ReadFile, models: ModelFiles): Documents {
  const worker = createTaskWorker<DocumentLine, TaskOfShop, Uint8Array<ArrayBuffer>>({
    file: 'app/features/documents/worker.ts',
    // Each connection sends one mail at a time. Any visitor can ask for the documents of parts.
    places: { mails: Math.max(5, shop.config.smtp?.connections ?? 1), orders: 20, parts: 20 },
    timeoutMs: 10_000,
    idleMs: 60_000,
  })
  const render = (line: DocumentLine, task: DocumentTask) => {
    const shop = shopIdentity()
    const logoOf = async () => shop.logo && (await readPicture(shop.logo.path, readFile))
    return worker.run(line, async () => ({ task, shop, logo: await logoOf() }))
  }
  const renderNow = (line: 'orders' | 'parts', task: DocumentTask) =>
    inTime(shop, task.kind, render(line, task))
  const read = async (sku: string) => {
    // Anybody may have the papers of a part.
    const [product] = await pricesFor(shop.db, VISITOR, [await findPart(shop.db, sku)])
    return { product, pictureOf: () => readPicture(product.image, readFile) }
  }
  return {
    dataSheet: async (given) => {
      const { product, pictureOf } = await read(given)
      const { isMissing, ...pictures } = await readModelView(shop, models, product, pictureOf)
      const { seller, delivery } = await currentSettings(shop)
      const sheet = {
        product,
        ...pictures,
        publicUrl: shop.config.publicUrl,
        format: paperFormatOf(seller.address?.country),
        day: dayAt(shop.now(), delivery.timeZone),
      }
      const bytes = await renderNow('parts', { kind: 'data-sheet', sheet })
      return { sku: product.sku, bytes, isComplete: !isMissing }
    },
    sharePicture: async (given) => {
      const { product, pictureOf } = await read(given)
      const share = { product, picture: await pictureOf() }
      const bytes = await renderNow('parts', { kind: 'share-picture', share })
      return { sku: product.sku, bytes }
    },
    ...orderDocuments(shop, (task) => renderNow('orders', task)),
    offer: (paper, isForMail) => render(isForMail ? 'mails' : 'orders', { kind: 'paper', paper }),
    attachedPaper: attachedPaper(shop, (task) => render('mails', task)),
    close: worker.close,
  }
}

type Render = (task: DocumentTask) => Promise<Uint8Array<ArrayBuffer>>

/** An invoice or a credit note as it was rendered first. */
async function issuedDocument(
  shop: Shop,
  render: Render,
  {
    kind,
    number,
    task,
  }: Pick<InvoiceDocument, 'kind'> & {
    readonly number: number
    readonly task: () => DocumentTask | Promise<DocumentTask>
  },
): Promise<OrderDocument> {
  const bytes = await frozenFile(shop, { kind, number }, async () => tellOutcome(render(await task())))
  return { fileName: `${documentNumberText(kind, number)}.pdf`, bytes }
}

async function tellOutcome<Result>(rendering: Promise<Result>): Promise<Result> {
  try {
    const rendered = await rendering
    documentSignal.send('rendered')
    return rendered
  } catch (error) {
    documentSignal.send('failed')
    throw error
  }
}

/** What is to be rendered of an invoice. One from before its data was kept has the look of that time. */
async function invoiceTask(shop: Shop, order: Order, invoice: IssuedDocument): Promise<DocumentTask> {
  const { document, terms } = invoice
  if (document) return { kind: 'invoice', paper: frozenPaper(document, terms?.seller) }
  if (invoice.isInvoicedAgain) throw new AppError('conflict', invoiceTexts.noData)
  const credited = await creditedCents(shop.db, order._id)
  return { kind: 'paper', paper: formerInvoicePaper(await sourceOf(shop, order), invoice, credited) }
}

/** Of an invoice from before its terms were kept, the credit note has those of now, as the invoice has. */
async function creditNoteTask(shop: Shop, { document, terms }: IssuedDocument): Promise<DocumentTask> {
  if (!document) throw new AppError('conflict', invoiceTexts.noData)
  const { seller } = terms ?? sellerTermsOf(await currentSettings(shop), shop.config)
  return { kind: 'invoice', paper: frozenPaper(document, seller) }
}

async function creditNoteFile(
  shop: Shop,
  render: Render,
  orderId: string,
  named: string,
): Promise<OrderDocument> {
  const creditNote = await findCreditNote(shop.db, orderId, named)
  const { number } = creditNote
  return issuedDocument(shop, render, {
    kind: 'credit_note',
    number,
    task: () => creditNoteTask(shop, creditNote),
  })
}

function orderDocuments(
  shop: Shop,
  render: Render,
): Pick<
  Documents,
  'confirmation' | 'invoice' | 'creditNote' | 'proForma' | 'packingSlip' | 'packingSlips' | 'receipt'
> {
  const renderPaper = (paper: OrderPaper) => render({ kind: 'paper', paper })
  return {
    confirmation: async (reader, orderId) => {
      const order = await findOrderFor(shop.db, reader, orderId)
      const bytes = await renderPaper(confirmationPaper(await sourceOf(shop, order)))
      return { fileName: `confirmation-${order.number}.pdf`, bytes }
    },
    invoice: async (reader, orderId, number) => {
      const order = await findOrderFor(shop.db, reader, orderId)
      const invoice = await findIssuedInvoice(shop.db, orderId, number)
      const task = () => invoiceTask(shop, order, invoice)
      return issuedDocument(shop, render, { kind: 'invoice', number: invoice.number, task })
    },
    creditNote: async (reader, orderId, number) => {
      await findOrderFor(shop.db, reader, orderId)
      return creditNoteFile(shop, render, orderId, number)
    },
    proForma: async (reader, orderId) => {
      const order = await findOrderDetails(shop.db, reader, orderId)
      if (!goesAbroad(order))
        throw new AppError(
          'conflict',
          'The order stays in the country of the seller, so customs asks nothing.',
        )
      if (piecesOfOrder(order).size === 0)
        throw new AppError(
          'conflict',
          'No piece of the order is shipped or to be: there is nothing to declare.',
        )
      const bytes = await renderPaper(proFormaPaper(await sourceOf(shop, order)))
      return { fileName: `pro-forma-${order.number}.pdf`, bytes }
    },
    packingSlip: async (admin, orderId, shipmentId) => {
      const { order, paper } = await slipOf(shop, admin, orderId, shipmentId)
      return { fileName: `packing-slip-${order.number}.pdf`, bytes: await renderPaper(paper) }
    },
    packingSlips: async (admin, [first, ...others]) => {
      const papers: [OrderPaper, ...OrderPaper[]] = [(await slipOf(shop, admin, first)).paper]
      for (const orderId of others) papers.push((await slipOf(shop, admin, orderId)).paper)
      const bytes = await render({ kind: 'papers', papers, title: orderPaperTexts.packingSlips })
      return { fileName: 'packing-slips.pdf', bytes }
    },
    receipt: async (orderId) => {
      const order = await findInvoicedOrder(shop.db, orderId)
      if (!order) throw new AppError('not_found', 'There is no such receipt.')
      const bytes = await renderPaper(
        receiptPaper(await sourceOf(shop, order), await findInvoice(shop.db, orderId)),
      )
      return { fileName: `receipt-${order.number}.pdf`, bytes }
    },
  }
}

const attachedPaper =
  (shop: Shop, render: Render): Documents['attachedPaper'] =>
  async (orderId, creditNote) => {
    const { fileName, bytes } =
      creditNote === undefined
        ? await invoiceOfOrder(shop, render, orderId)
        : await creditNoteFile(shop, render, orderId, creditNote)
    return { filename: fileName, contentType: 'application/pdf', content: bytes }
  }

async function invoiceOfOrder(shop: Shop, render: Render, orderId: string): Promise<OrderDocument> {
  const order = await findInvoicedOrder(shop.db, orderId)
  const invoice = await findInvoice(shop.db, orderId)
  if (!order || !invoice) throw new Error('the order has no invoice')
  const task = () => invoiceTask(shop, order, invoice)
  return issuedDocument(shop, render, { kind: 'invoice', number: invoice.number, task })
}

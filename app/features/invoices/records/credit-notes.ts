import type { Selectable } from 'kysely'
import type { RefundedParts } from '#features/orders/left-to-refund.ts'
import { findInvoicedOrder } from '#features/orders/orders.ts'
import { documentNumberText } from '#features/orders/texts.ts'
import type { Settings } from '#features/settings/schema.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import type { Db } from '#kit/db/db.ts'
import { nextNumber } from '#kit/db/row-counts.ts'
import type { Schema } from '#kit/db/schema.ts'
import { DEFAULT_CURRENCY } from '#kit/identity/shop-currency.ts'
import type { Log } from '#kit/log.ts'
import type { Shop } from '#kit/shop.ts'
import { SECOND_MS } from '#kit/time.ts'
import { creditNoteOf, invoiceAgainOf } from '../document/credit-note.ts'
import { invoiceOf } from '../document/from-order.ts'
import type { InvoiceDocument } from '../document/invoice-document.ts'
import { issuedDay, toIssuedDocument } from './issue-invoice.ts'
import { makeDocument } from './make-document.ts'
import '../tables.ts'

/** A refund of a payment as the provider has it now. */
export interface PaidRefund {
  /** The provider's id. */
  readonly refundId: string
  readonly amountCents: number
  /** In milliseconds since 1970. */
  readonly createdAt: number
  /** `failed` also after it had succeeded: its money came back. */
  readonly state: 'pending' | 'succeeded' | 'failed'
  /** What it is of, if it is not of an amount alone. */
  readonly parts?: RefundedParts
}

/** What is issued about the refunds of an order. */
export interface Credited {
  /** Refunds that were made before, in milliseconds since 1970, have none, as far as they come to `formerCents`. */
  readonly creditedFrom: number
  readonly formerCents: number
  readonly notes: readonly {
    readonly number: number
    readonly refundId: string
    /** There is an invoice over the same sum, because the money came back. */
    readonly isInvoicedAgain: boolean
  }[]
}

/** The credit notes of an order, the oldest first; undefined for an order without an invoice. */
export async function readCredited(db: Db, orderId: string): Promise<Credited | undefined> {
  const rows = await db
    .selectFrom('invoices')
    .leftJoin('credit_notes', 'credit_notes.order_id', 'invoices.order_id')
    .leftJoin('invoices as again', 'again.credit_note', 'credit_notes.number')
    .select(['invoices.credited_from', 'invoices.former_cents'])
    .select(['credit_notes.number', 'credit_notes.refund_id'])
    .select('again.number as again')
    .where('invoices.order_id', '=', orderId)
    .where('invoices.credit_note', 'is', null)
    .orderBy('credit_notes.number')
    .execute()
  const [first] = rows
  return (
    first && {
      creditedFrom: first.credited_from,
      formerCents: first.former_cents,
      notes: rows.flatMap(({ number, refund_id: refundId, again }) =>
        number === null || refundId === null ? [] : [{ number, refundId, isInvoicedAgain: again !== null }],
      ),
    }
  )
}

/** What has to be issued. */
export interface DueDocuments {
  /** The numbers of credit notes whose money came back. */
  readonly cameBack: readonly number[]
  /** Refunds that were paid and have no credit note. */
  readonly paid: readonly PaidRefund[]
}

/** What the refunds of an order's payment, the oldest first, want to be issued. */
export function dueDocuments(credited: Credited | undefined, refunds: readonly PaidRefund[]): DueDocuments {
  if (!credited) return { cameBack: [], paid: [] }
  const { creditedFrom, formerCents, notes } = credited
  const failed = new Set(refunds.filter(({ state }) => state === 'failed').map(({ refundId }) => refundId))
  const known = new Set(notes.map(({ refundId }) => refundId))
  return {
    cameBack: notes.flatMap(({ number, refundId, isInvoicedAgain }) =>
      failed.has(refundId) && !isInvoicedAgain ? [number] : [],
    ),
    paid: withoutFormer(
      refunds.filter(({ refundId, state }) => state === 'succeeded' && !known.has(refundId)),
      { creditedFrom, formerCents },
    ),
  }
}

/**
 * Without the refunds that were recorded before there were credit notes. One that was made before, and paid or recorded later, has
 * a credit note.
 */
function withoutFormer(
  refunds: readonly PaidRefund[],
  { creditedFrom, formerCents }: Pick<Credited, 'creditedFrom' | 'formerCents'>,
): PaidRefund[] {
  let leftCents = formerCents
  return refunds.filter(({ createdAt, amountCents }) => {
    // The provider tells times in whole seconds.
    const isFormer = createdAt + SECOND_MS <= creditedFrom && amountCents <= leftCents
    if (isFormer) leftCents -= amountCents
    return !isFormer
  })
}

/** What is due of an order. `seller` is who sells now. */
interface DueOfOrder {
  readonly orderId: string
  readonly due: DueDocuments
  readonly seller: Settings['seller']
  readonly at: number
  /** In which days are counted. */
  readonly timeZone: string
}

/**
 * Issues what is due for a locked order, in the transaction that records that the provider paid money back, or took it back: if
 * that fails, the numbers are free again. On PostgreSQL transactions wait from here on for each other, so these are its last
 * statements; all of them lock the count of invoices before that of credit notes.
 */
export async function issueDueDocuments(
  trx: Db,
  { log, config }: Pick<Shop, 'log' | 'config'>,
  { orderId, due, seller, at, timeZone }: DueOfOrder,
): Promise<void> {
  if (due.cameBack.length === 0 && due.paid.length === 0) return
  const issuing = { trx, log, orderId, at, issuedOn: dayAt(at, timeZone), timeZone }
  const invoice = await trx
    .selectFrom('invoices')
    .select(['number', 'issued_at', 'issued_on', 'terms', 'document'])
    .where('order_id', '=', orderId)
    .where('credit_note', 'is', null)
    .executeTakeFirstOrThrow()
  const notes = await findNotes(trx, orderId)
  for (const note of notes.filter(({ number }) => due.cameBack.includes(number)))
    await issueInvoiceAgain(issuing, note, invoice.terms)
  const holding = notes.filter(({ number, again }) => again === null && !due.cameBack.includes(number))
  const earlier = holding.flatMap(({ document }) => documentOf(document) ?? [])
  if (due.paid.length === 0) return
  const { document, terms } = toIssuedDocument(invoice)
  const { taxPercent } = terms ?? config.sellerTerms
  // A sample stays one, whoever sells now.
  const sellers = terms && !terms.seller ? {} : seller
  const credited = document ?? (await formerInvoice(issuing, invoice, { seller: sellers, taxPercent }))
  for (const refund of due.paid) {
    const note = await issueCreditNote(issuing, refund, credited, earlier)
    if (note) earlier.push(note)
  }
}

/** What an invoice from before its data was kept says, by the order and who sells now, for its credit notes. */
async function formerInvoice(
  { trx, log, orderId, timeZone }: Issuing,
  { number, ...row }: Pick<Selectable<Schema['invoices']>, 'number' | 'issued_at' | 'issued_on'>,
  { seller, taxPercent }: { readonly seller: Settings['seller']; readonly taxPercent: number },
): Promise<InvoiceDocument | undefined> {
  const order = await findInvoicedOrder(trx, orderId)
  if (!order) return undefined
  // It is from before a shop could sell in another currency.
  const source = { order, currency: DEFAULT_CURRENCY, seller, formerPercent: taxPercent, timeZone }
  const named = { number: documentNumberText('invoice', number), issuedOn: issuedDay(row) }
  return makeDocument(log, { orderId }, () => invoiceOf({ ...source, ...named }))
}

interface Issuing {
  readonly trx: Db
  readonly log: Log
  readonly orderId: string
  readonly at: number
  readonly issuedOn: string
  readonly timeZone: string
}

interface NoteRow {
  readonly number: number
  readonly document: string | null
  readonly again: number | null
}

const findNotes = (trx: Db, orderId: string): Promise<NoteRow[]> =>
  trx
    .selectFrom('credit_notes')
    .leftJoin('invoices as again', 'again.credit_note', 'credit_notes.number')
    .select(['credit_notes.number', 'credit_notes.document', 'again.number as again'])
    .where('credit_notes.order_id', '=', orderId)
    .orderBy('credit_notes.number')
    .execute()

const documentOf = (stored: string | null): InvoiceDocument | undefined =>
  stored === null ? undefined : JSON.parse(stored)

async function issueInvoiceAgain(
  { trx, orderId, at, issuedOn }: Issuing,
  note: NoteRow,
  terms: string | null,
): Promise<void> {
  const number = await nextNumber(trx, 'invoices')
  const credited = documentOf(note.document)
  const document =
    credited && invoiceAgainOf(credited, { number: documentNumberText('invoice', number), issuedOn })
  await trx
    .insertInto('invoices')
    .values({
      number,
      order_id: orderId,
      issued_at: at,
      issued_on: issuedOn,
      terms,
      document: document ? JSON.stringify(document) : null,
      credit_note: note.number,
    })
    .execute()
}

/** `earlier` are those of the credit notes that hold. Without the data of the invoice there is none of the credit note. */
async function issueCreditNote(
  { trx, log, orderId, at, issuedOn }: Issuing,
  { refundId, amountCents, parts }: PaidRefund,
  invoice: InvoiceDocument | undefined,
  earlier: readonly InvoiceDocument[],
): Promise<InvoiceDocument | undefined> {
  const number = await nextNumber(trx, 'credit_notes')
  const source = {
    earlier,
    refunded: parts ?? { cents: amountCents },
    number: documentNumberText('credit_note', number),
    issuedOn,
    transactionId: refundId,
  }
  const document = invoice && makeDocument(log, { orderId }, () => creditNoteOf({ invoice, ...source }))
  await trx
    .insertInto('credit_notes')
    .values({
      number,
      order_id: orderId,
      refund_id: refundId,
      issued_at: at,
      issued_on: issuedOn,
      amount_cents: amountCents,
      document: document ? JSON.stringify(document) : null,
    })
    .execute()
  return document
}

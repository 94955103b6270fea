import type { Selectable } from 'kysely'
import type Stripe from 'stripe'
import type { InvoiceDocument } from '#features/invoices/invoices.ts'
import type { Schema } from '#kit/db/schema.ts'
import { differences } from './differences.ts'

interface Records {
  readonly orders: readonly Selectable<Schema['orders']>[]
  readonly invoices: readonly Pick<
    Selectable<Schema['invoices']>,
    'number' | 'order_id' | 'credit_note' | 'document'
  >[]
  readonly creditNotes: readonly Pick<
    Selectable<Schema['credit_notes']>,
    'number' | 'refund_id' | 'amount_cents' | 'document'
  >[]
  readonly providerRefunds: readonly Stripe.Refund[]
}

/**
 * Each paid order has one invoice, each refund that was paid one credit note, and each of those whose money came back one more
 * invoice. The numbers of both series have no gap, and each document is over the money that was paid, or paid back.
 */
export function faultsOfInvoices(records: Records): string[] {
  const { orders, invoices, creditNotes, providerRefunds } = records
  const paid = orders.filter((order) => order.paid_at !== null)
  const intents = new Set(paid.map((order) => order.transaction_id))
  const refunds = providerRefunds.filter(({ payment_intent }) => intents.has(String(payment_intent)))
  const idsOf = (status: string) =>
    refunds.filter((refund) => refund.status === status).map((refund) => refund.id)
  const cameBack = new Set(idsOf('failed'))
  return [
    ...gapsIn('Invoice', invoices),
    ...gapsIn('Credit note', creditNotes),
    ...differences(
      paid.map(({ id }) => id),
      invoices.filter(({ credit_note }) => credit_note === null).map((invoice) => invoice.order_id),
      'paid, but without an invoice',
      'with an invoice, but not paid',
    ),
    ...differences(
      idsOf('succeeded'),
      creditNotes.map((note) => note.refund_id).filter((id) => !cameBack.has(id)),
      'refunded, but without a credit note',
      'with a credit note, but not refunded',
    ),
    ...differences(
      creditNotes.filter((note) => cameBack.has(note.refund_id)).map(({ number }) => String(number)),
      invoices.flatMap(({ credit_note }) => (credit_note === null ? [] : [String(credit_note)])),
      'a credit note whose money came back, without an invoice over it',
      'a credit note with an invoice over it, but its money did not come back',
    ),
    ...faultsOfSums(records),
  ]
}

function faultsOfSums({ orders, invoices, creditNotes, providerRefunds }: Records): string[] {
  const paid = new Map(orders.map(({ id, total_cents }) => [id, total_cents]))
  const paidBack = new Map(providerRefunds.map(({ id, amount }) => [id, amount]))
  const credited = new Map(creditNotes.map(({ number, amount_cents }) => [number, amount_cents]))
  const differs = (what: string, document: string | null, cents: number | undefined): string[] => {
    const { grossCents } = document === null ? {} : (JSON.parse(document) as InvoiceDocument).totals
    return grossCents === cents ? [] : [`${what} is over ${grossCents} cents in place of ${cents}`]
  }
  return [
    ...invoices.flatMap(({ number, order_id, credit_note, document }) =>
      differs(
        `Invoice ${number}`,
        document,
        credit_note === null ? paid.get(order_id) : credited.get(credit_note),
      ),
    ),
    ...creditNotes.flatMap(({ number, refund_id, document }) =>
      differs(`Credit note ${number}`, document, paidBack.get(refund_id)),
    ),
  ]
}

const gapsIn = (what: string, rows: readonly { readonly number: number }[]): string[] =>
  rows
    .filter(({ number }, index) => number !== index + 1)
    .map(({ number }) => `${what} ${number} has another number than its place in the list`)

import { findOrdersOfDocument, listCreditNotes } from '#features/invoices/invoices.ts'
import { handToOrders } from '#features/orders/orders.ts'
import { findMailedRefund, listRefunds } from '#features/payments/payments.ts'

/** Hands to orders what they show of features after them: before anything is done with orders. */
export const handOver = (): void =>
  handToOrders({ listRefunds, findOrdersOfDocument, listCreditNotes, findMailedRefund })

import type { Locator, Page } from 'playwright-core'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { GOOD_CARD, type Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { fillCard, main, productAt, rowOf } from './steps.ts'

/** A customer with one order that waits to be paid. */
export interface Sale {
  readonly customer: Person
  readonly product: Product
  readonly order: Order
}

export async function createSale(shop: RunningShop, index: number): Promise<Sale> {
  const customer = await shop.register()
  const product = await productAt(shop, index)
  return { customer, product, order: await shop.order(customer, product) }
}

/** A page on the way to a paid order, and what is there once everything that it loads has come. */
interface SalePage {
  readonly path: (sale: Sale) => string
  readonly loaded: (page: Page, sale: Sale) => Locator
}

const ORDER: SalePage = {
  path: ({ product }) => `/order/${product._id}`,
  loaded: (page) => main(page).getByRole('button', { name: /^Place order/, disabled: false }),
}
const MY_ORDERS: SalePage = {
  path: () => '/dashboard/myorders',
  loaded: (page, { product }) => rowOf(page, product.name).getByRole('link', { name: 'Payment' }),
}
export const PAYMENT: SalePage = {
  path: ({ order }) => `/dashboard/payment/${order._id}`,
  loaded: (page) => main(page).getByRole('button', { name: /^Pay/, disabled: false }),
}

/** Every call that a page of that way loads from. */
export const PAGE_CALLS: readonly (readonly [call: string, step: SalePage])[] = [
  ['/api/order/*', ORDER],
  ['/api/user/*', ORDER],
  ['/api/myorders?*', ORDER],
  ['/api/admin/*', MY_ORDERS],
  ['/api/myorders?*', MY_ORDERS],
  ['/api/myorder/*', PAYMENT],
  ['/api/config', PAYMENT],
  ['/api/create-payment-intent', PAYMENT],
]

/** Fills the card form of the sale; what is left is to pay. */
export async function openPayment(page: Page, sale: Sale): Promise<void> {
  await page.goto(PAYMENT.path(sale))
  await PAYMENT.loaded(page, sale).waitFor()
  await fillCard(page, GOOD_CARD)
}

import type { Locator, Page } from 'playwright-core'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { GOOD_CARD, type Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { fillCard, main, productAt, rowOf } from './steps.ts'

/** A customer with one unpaid order. */
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

/** A page between order and payment, and an element that is visible when all its calls have loaded. */
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

/** Every call that loads data for these pages. */
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

/** Opens the payment page and fills the card form. */
export async function openPayment(page: Page, sale: Sale): Promise<void> {
  await page.goto(PAYMENT.path(sale))
  await PAYMENT.loaded(page, sale).waitFor()
  await fillCard(page, GOOD_CARD)
}

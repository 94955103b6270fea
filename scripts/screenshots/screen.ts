import type { Page, Route } from 'playwright-core'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'

/** The data that the screens show: products, and a customer's orders. */
export interface Scene {
  readonly product: Product
  readonly inSteps: Product
  readonly soldOut: Product
  readonly nearlySoldOut: Product
  readonly unpaid: Order
  readonly paid: Order
  readonly shipped: Order
  readonly cancelled: Order
  /** An unpaid order of several lines. */
  readonly several: Order
  /** The tokens of the payment links of unpaid orders of one line and of several, and of a paid order. */
  readonly links: { readonly one: string; readonly several: string; readonly paid: string }
}

export interface Screen {
  readonly name: string
  readonly path: string
  /** The selector of an element that shows that the screen is complete; by default `h1`, or an alert when calls fail. */
  readonly ready?: string
  /** Calls that fail while this screen is loaded. */
  readonly failing?: string
  /** Calls that are never answered. */
  readonly loading?: string
  /** Calls that are answered otherwise than by the shop. */
  readonly intercepted?: readonly [pattern: string, handle: (route: Route) => unknown]
  /** Changes the loaded page into the state to show. */
  readonly act?: (page: Page) => Promise<unknown>
}

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

export async function orderWithoutPhone(page: Page): Promise<void> {
  await page.getByLabel('Phone').fill('')
  await press(/^Place order/)(page)
}

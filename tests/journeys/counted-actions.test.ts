import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { lineTotal } from '#features/pricing/price-line.ts'
import { formatTotal } from '#kit/money.ts'
import { GOOD_CARD, PASSWORD } from '../support/customer.ts'
import { test } from './journey.ts'
import {
  button,
  fillCard,
  hydrated,
  link,
  main,
  pathOf,
  payButton,
  placeOrder,
  productAt,
  rowOf,
  toast,
} from './steps.ts'

/** Counts what a person does, a filled field or a click each, and the pages on which it is done. */
function counter(page: Page) {
  const pages = new Set<string>()
  let actions = 0
  return {
    act: async (action: () => Promise<unknown>, count = 1): Promise<void> => {
      actions += count
      pages.add(pathOf(page).split('/').slice(0, 3).join('/'))
      await action()
    },
    counted: () => ({ actions, pages: [...pages] }),
  }
}

test('a visitor without an account has paid an order after sixteen actions', async ({ open, shop }) => {
  const product = await productAt(shop, 0)
  const { page } = await open({ reducedMotion: 'reduce' })
  const { act, counted } = counter(page)
  const field = (name: string) => main(page).getByLabel(name, { exact: true })
  await page.goto('/')
  await act(() =>
    page.getByRole('article').filter({ hasText: product.name }).getByRole('link', { name: 'Order' }).click(),
  )
  await page.waitForURL(/\/login/)
  await act(() => link(main(page), 'Register').click())
  await act(() => field('Full name').fill('Sample Newcomer'))
  await act(() => field('Email').fill('sixteen-actions@example.com'))
  await act(() => field('Password').fill(PASSWORD))
  await act(() => main(page).getByLabel('I accept the terms').check())
  await act(() => button(main(page), 'Register').click())
  await page.waitForURL(`**/order/${product._id}`)
  await hydrated(page)
  await act(() => button(page, '100').click())
  await act(() => field('Phone').fill('+1 555 0100'))
  await act(() => field('Address').fill('1 Sample Street, Sample Town'))
  await act(() => placeOrder(page).click())
  await act(() => rowOf(page, product.name).getByRole('link', { name: 'Payment' }).click())
  await act(() => fillCard(page, GOOD_CARD), 3)
  await act(() => payButton(page).click())
  await toast(page, 'Payment Successfully')
  expect(counted()).toEqual({
    actions: 16,
    pages: ['/', '/login', '/register', `/order/${product._id}`, '/dashboard/myorders', '/dashboard/payment'],
  })
})

test('half of the pieces of an order are refunded in six actions', async ({ open, shop, admin }) => {
  const customer = await shop.register()
  const product = await productAt(shop, 0)
  const { _id } = await shop.pay(customer, await shop.order(customer, product, 1000))
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  const { act, counted } = counter(page)
  await page.goto(`/dashboard/order/${_id}`)
  await act(() => button(main(page), 'Refund').click())
  await act(() => page.getByRole('radio', { name: 'By line' }).check())
  await act(() => page.getByLabel(/^Pieces to refund of/).fill('500'))
  await act(() => page.getByLabel('Reason').fill('Half of the boxes arrived broken'))
  const refund = /^Refund \$/
  await act(() => button(main(page), refund).click())
  await act(() => button(page.getByRole('dialog'), refund).click())
  const half = lineTotal(product, 1000) / 2
  await toast(page, `${formatTotal(half)} refunded`)
  expect(counted()).toMatchObject({ actions: 6 })
  const { body } = await shop.call('GET', `/api/myorder/${_id}`, { as: admin })
  expect(body.refundedAmount).toBe(half)
})

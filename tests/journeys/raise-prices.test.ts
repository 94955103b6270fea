import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, hydrated, link, main, toast } from './steps.ts'

const laddersOf = async (shop: RunningShop, query: string): Promise<Map<string, number[]>> => {
  const { body } = await shop.call('GET', `/api/product?limit=100${query}`)
  return new Map((body as Product[]).map(({ sku, prices }) => [sku, prices.map(({ price }) => price)]))
}

/** Four per cent more in ten-thousandths of a dollar, half up, by whole numbers. */
const raised = (price: number): number => Math.floor((Math.round(price * 10_000) * 104 + 50) / 100) / 10_000

test('all M8 ladders are raised by 4 % in five actions, seen before they are saved, and put back by one', async ({
  open,
  shop,
  admin,
}) => {
  const [all, m8] = [await laddersOf(shop, ''), await laddersOf(shop, '&q=M8')]
  const rungs = [...m8.values()].flat()
  expect(m8.size).toBeGreaterThan(5)
  expect(rungs.length).toBeGreaterThan(2 * m8.size)
  const expected = new Map([...all].map(([sku, prices]) => [sku, m8.has(sku) ? prices.map(raised) : prices]))
  const { page } = await open({ as: admin })
  let actions = 0
  const act = async (action: Promise<void>) => {
    actions += 1
    await action
  }
  await page.goto('/dashboard/manageproducts')
  await hydrated(page)

  await act(link(main(page), 'Prices and stocks').click())
  await main(page).getByLabel('Change prices by').waitFor()
  await act(main(page).getByLabel('Search products').fill('M8'))
  const change: Locator = button(main(page), `Change ${m8.size} products`)
  await change.waitFor()
  await act(main(page).getByLabel('Change prices by').fill('+4%'))
  await act(change.click())
  const bar = page.getByRole('form', { name: 'Changes' })
  await bar.getByText(`${rungs.length} prices change`, { exact: true }).waitFor()
  const [sku = '', [first = 0] = []] = [...m8][0] ?? []
  await main(page)
    .getByRole('row')
    .filter({ hasText: sku })
    .getByText(new RegExp(`^${first} → ${raised(first)}`))
    .waitFor()
  await bar.getByText(/prices are rounded to 4 decimals, half up/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  // Nothing is saved before.
  expect(await laddersOf(shop, '')).toEqual(all)
  await act(button(bar, 'Save').click())
  await toast(page, `${rungs.length} prices changed`)
  expect(actions).toBe(5)
  expect(await laddersOf(shop, '')).toEqual(expected)

  await button(bar, 'Undo').click()
  await expect.poll(() => laddersOf(shop, '')).toEqual(all)
  await bar.getByText(`${rungs.length} prices are as before`).waitFor()
  await button(bar, 'Redo').click()
  await expect.poll(() => laddersOf(shop, '')).toEqual(expected)
  await bar.getByText(`${rungs.length} prices are saved`).waitFor()
})

test('one price break of chosen products is changed, and a text that is no change is refused', async ({
  open,
  shop,
  admin,
}) => {
  const before = await laddersOf(shop, '&q=M8')
  const [first, second] = [...before].filter(([, prices]) => prices.length > 1)
  if (!first || !second) throw new Error('The sample parts have no price breaks.')
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/manageproducts?view=sheet&q=M8')
  const boxOf = (sku: string) => main(page).getByRole('row').filter({ hasText: sku }).getByRole('checkbox')
  await boxOf(first[0]).check()
  await boxOf(second[0]).check()
  const formula = main(page).getByLabel('Change prices by')
  await formula.fill('5')
  await main(page).getByLabel('Which prices').selectOption('Only price 2')
  await button(main(page), 'Change 2 chosen').click()
  await main(page).getByText('Write +4%, *1.04 or -0.002: at most 4 decimals.').waitFor()
  await formula.fill('-0.0001')
  await formula.press('Enter')
  await main(page).getByText('2 prices change', { exact: true }).waitFor()
  await button(main(page), 'Save').click()
  await toast(page, '2 prices changed')
  const less = ([sku, prices]: [string, number[]]): [string, number[]] => [
    sku,
    prices.map((price, index) => (index === 1 ? Math.round(price * 10_000 - 1) / 10_000 : price)),
  ]
  const after = await laddersOf(shop, '&q=M8')
  expect(after).toEqual(
    new Map([...before].map((each) => ([first[0], second[0]].includes(each[0]) ? less(each) : each))),
  )
})

test('a change by a formula whose answer was lost counts once', async ({ open, shop, admin }) => {
  const [[sku, prices] = ['', []]] = await laddersOf(shop, '&q=M8')
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^net::ERR_FAILED PUT /)
  const { page } = browserWindow
  await page.goto(`/dashboard/manageproducts?view=sheet&q=${sku}`)
  await main(page).getByRole('row').filter({ hasText: sku }).getByRole('checkbox').check()
  await main(page).getByLabel('Change prices by').fill('+4%')
  await button(main(page), 'Change 1 chosen').click()
  await page.route('**/api/product/*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(main(page), 'Save').click()
  await main(page).getByText('Somebody else changed it').first().waitFor()
  await page.unroute('**/api/product/*')
  // What is kept are the prices as they are now, so nothing is left to save.
  for (const _ of prices) await button(main(page), 'Keep mine').first().click()
  await expect.poll(() => button(main(page), 'Save').count()).toBe(0)
  expect((await laddersOf(shop, `&q=${sku}`)).get(sku)).toEqual(prices.map(raised))
})

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './journey.ts'
import { main } from './steps.ts'

const SCREWS = '/parts/hexagon-screws'

const NOT_KNOWN = 'is not known here'

const count = (page: Page) => main(page).locator('.browse-count').textContent()

/** Counts the requests with the parameter in which the router names loaders: without any, a test would show nothing. */
function countAsked(page: Page): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('_routes=')) asked += 1
  })
  return () => asked
}

test("no click on a filter, a chip or a column shows a note about the router's own parameters", async ({
  open,
}) => {
  const { page } = await open()
  const asked = countAsked(page)
  await page.goto(SCREWS)
  const notes = main(page).getByText(NOT_KNOWN)
  for (const [name, counted] of [
    ['M8', '3 of 5 parts'],
    ['M12', '4 of 5 parts'],
  ] as const) {
    await page.getByRole('checkbox', { name: new RegExp(`^${name}\\b`) }).check()
    await expect.poll(() => count(page)).toBe(counted)
    expect(await notes.count()).toBe(0)
  }
  await page
    .getByRole('columnheader', { name: /Length/ })
    .getByRole('link')
    .click()
  await page.waitForURL((url) => url.search === '?thread=M8&thread=M12&sort=length')
  await page.getByRole('link', { name: 'Remove Thread M8' }).click()
  await expect.poll(() => count(page)).toBe('1 of 5 parts')
  expect(await notes.count()).toBe(0)
  expect(asked()).toBeGreaterThanOrEqual(4)
})

test("an address with the router's parameters shows the page without them, and others are named", async ({
  open,
}) => {
  const { page } = await open()
  const notes = main(page).getByText(NOT_KNOWN)
  await page.goto(`${SCREWS}?_routes=x&index`)
  expect([await count(page), await notes.count()]).toEqual(['5 parts', 0])
  await page.goto(`${SCREWS}?colour=red`)
  await notes.waitFor()
})

test('search, sorting and comparison read their address at each click as they do when it is opened', async ({
  open,
}) => {
  const { page } = await open()
  const asked = countAsked(page)
  await page.goto('/parts?q=screw')
  const found = () => main(page).getByRole('link').allTextContents()
  const price = page.getByRole('columnheader', { name: 'Price', exact: true })
  await price.getByRole('link').click()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'price')
  await expect.poll(() => price.getAttribute('aria-sort')).toBe('ascending')
  const clicked = await found()
  await page.reload()
  expect(await found()).toEqual(clicked)
  await page.goto('/compare?sku=SC-912-M6-20&sku=SC-912-M10-60')
  await main(page)
    .getByRole('link', { name: /^Remove .*M10 × 60/ })
    .click()
  await page.waitForURL((url) => url.search === '?sku=SC-912-M6-20')
  await expect.poll(async () => (await found()).join().includes('M10 × 60')).toBe(false)
  expect(asked()).toBeGreaterThan(0)
})

import { expect, test } from 'vitest'
import { launchBrowser, openWindow } from '../support/browser.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { emptyStorage, startShop } from '../support/running-shop.ts'
import { button, fillLogin, heading, hydrated, link, main, quantityOf } from './steps.ts'

const PART = '/part/hx-933-m8-40'
const OLD = /may be old/

test('while the database is away pages that were shown stay, with a notice; the cart and what was typed are kept', async () => {
  await using cleanUp = new AsyncDisposableStack()
  const postgres = await startPostgres()
  cleanUp.defer(() => postgres.stop())
  const storage = cleanUp.use(await emptyStorage(postgres.url))
  const shop = cleanUp.use(await startShop({ storage, seed: 'demo' }))
  const account = await shop.register()
  const browser = await launchBrowser()
  cleanUp.defer(() => browser.close())
  const browserWindow = await openWindow(browser, shop.url)
  const { page } = browserWindow
  const notice = page.getByRole('status').filter({ hasText: OLD })
  const visit = async () => {
    await page.goto(PART)
    await hydrated(page)
    await link(page.getByRole('banner'), 'Home').click()
    await heading(page, 'Healthy Food').waitFor()
    await link(page.getByRole('banner'), 'Parts').click()
    await heading(page, 'Parts').waitFor()
  }
  await visit()
  expect(await notice.count()).toBe(0)

  await postgres.halt()
  browserWindow.expectErrors(/^503 /)
  await visit()
  await notice.waitFor()
  await page.goto(PART)
  await notice.waitFor()
  await hydrated(page)
  expect(await notice.count()).toBe(1)
  await quantityOf(page).fill('1000')
  await button(main(page), 'Add to cart').click()
  await link(page, 'Cart, 1 line').waitFor()
  await page.goto('/login')
  await fillLogin(page, account)
  await main(page).getByRole('alert').getByText('Try again in a moment').waitFor()
  expect(await main(page).getByLabel('Email').inputValue()).toBe(account.email)

  await postgres.resume()
  await expect.poll(async () => (await shop.call('GET', '/readyz')).status).toBe(200)
  await button(main(page), 'Login').click()
  await button(page, 'Logout').waitFor()
  await link(page, 'Cart, 1 line').waitFor()
  await visit()
  expect(await notice.count()).toBe(0)
  expect(browserWindow.errors()).toEqual([])
})

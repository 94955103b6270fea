import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { allMails } from '../support/all-mails.ts'
import { loaded } from '../support/browser.ts'
import { addressOf, leadsOn, ownPages, publicPages, staffPages, WITHOUT_COMPANY } from '../support/pages.ts'
import { createTestShop } from '../support/test-shop.ts'
import { createThings } from '../support/things.ts'
import { test } from './journey.ts'
import { button, main, productAt, verifyByLink } from './steps.ts'

const WORD = 'w'.repeat(190)

const PHONE = { width: 375, height: 800 }

/** How much wider than the window the page is, and the elements that overflow. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const elements = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className}`)
    return [`by ${scrollWidth - clientWidth} pixels`, ...elements.slice(0, 5)]
  })

/** The texts that are smaller than 12 pixels. */
const tooSmallTexts = () =>
  [...document.querySelectorAll('body *')]
    .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 12)
    .map((element) => element.textContent)

describe('no page is wider than a phone', { timeout: 240_000 }, () => {
  test('with a long search text', async ({ open, admin }) => {
    const { page } = await open({ as: admin, viewport: PHONE })
    for (const path of ['/', '/dashboard/manageproducts', '/dashboard/alluser', '/dashboard/manageorders']) {
      await page.goto(`${path}?q=${WORD}`)
      await page
        .getByText(/^(Nothing found|No part |Nobody found|No order matches)/)
        .first()
        .waitFor()
      expect(await overflowOf(page), path).toEqual([])
    }
  })

  test('as a mail of any kind, which has each line as one block', async ({ open }) => {
    await using sender = await createTestShop()
    const mails = await allMails(sender, 20)
    const { page } = await open({ viewport: PHONE })
    for (const { kind, html } of mails) {
      await page.setContent(html)
      expect(await overflowOf(page), kind).toEqual([])
      expect(await page.evaluate(tooSmallTexts), kind).toEqual([])
    }
    await page.setContent(mails[0]?.html ?? '')
    const [first, second] = await page.getByRole('row').filter({ hasText: 'pieces' }).all()
    const [one, other] = [await first?.boundingBox(), await second?.boundingBox()]
    expect(one?.width).toBeGreaterThan(300)
    // With the words of its buyer.
    expect(one?.height).toBeLessThan(180)
    expect((one?.y ?? 0) + (one?.height ?? 0)).toBeLessThanOrEqual((other?.y ?? 0) + 1)
  })

  test('with long names of users and parts', async ({ open, shop, admin }) => {
    const customer = await shop.register({ name: WORD.slice(0, 100) })
    const { image } = await productAt(shop, 0)
    const product = await shop.addProduct(admin, {
      image,
      name: WORD,
      sku: 'S'.repeat(64),
      description: WORD.repeat(10),
    })
    const body = { product: WORD, productId: product._id, quantity: 100, totalPrice: product.price * 100 }
    const paying = await shop.call('POST', '/api/order', {
      as: customer,
      body: { ...body, phone: '1'.repeat(32), address: WORD.repeat(2) },
    })
    await shop.pay(customer, paying.body)
    const { things } = await createThings(shop, admin, customer, product)
    const profile = {
      phone: '1'.repeat(32),
      address: WORD,
      designation: WORD.slice(0, 100),
      name: WORD.slice(0, 100),
    }
    const saved = await shop.call('PUT', `/api/user/${customer.email}`, {
      body: profile,
      headers: { Cookie: customer.cookie, Origin: shop.url },
    })
    const rated = await shop.call('POST', '/api/rating', {
      as: customer,
      body: { comment: WORD, rating: '4', name: WORD.slice(0, 100) },
    })
    expect([saved.status, rated.status]).toEqual([200, 201])

    const opened: string[] = []
    const asCustomer = await open({ as: customer, viewport: PHONE })
    const asAdmin = await open({ as: admin, viewport: PHONE })
    asCustomer.expectErrors(/^404 GET \/nowhere$/, WITHOUT_COMPANY)
    const isLong = (page: Page) => main(page).getByText('w'.repeat(60)).count()
    let long = 0
    for (const [{ page }, among] of [
      [asCustomer, [...publicPages.filter(({ path }) => !leadsOn(path)), ...ownPages]],
      [asAdmin, staffPages],
    ] as const)
      for (const each of among) {
        const path = addressOf(each, things)
        await page.goto(path)
        await loaded(page)
        if ((await isLong(page)) > 0) long += 1
        for (const details of await main(page)
          .getByRole('button', { name: /^Details of/ })
          .all()) {
          await details.click()
          opened.push(path)
        }
        expect(await overflowOf(page), path).toEqual([])
      }
    expect(long).toBeGreaterThan(15)
    expect(opened).toContain('/dashboard/manageorders')
    const { page } = asAdmin
    await page.goto('/dashboard/manageproducts')
    await button(main(page), 'Delete').first().click()
    await page.getByRole('dialog').waitFor()
    expect(await overflowOf(page), 'the dialog').toEqual([])
  })
})

test('managed orders take few lines each on a phone, with buttons at least 44 pixels high', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await verifyByLink(shop, await shop.register())
  const product = await shop.addProduct(admin, {
    name: 'Hexagon head screw M8 × 40, DIN 933, zinc',
    price: 0.9,
    quantity: 20_000,
  })
  await shop.pay(customer, await shop.order(customer, product, 12_500))
  await shop.order(customer, product, 100)
  for (const width of [360, 375, 600]) {
    const { page } = await open({ as: admin, viewport: { ...PHONE, width }, hasTouch: true, isMobile: true })
    await page.goto('/dashboard/manageorders')
    const rows = main(page).getByRole('row').filter({ hasText: product.name })
    await rows.nth(1).waitFor()
    expect(await rows.count()).toBe(2)
    for (const row of await rows.all()) {
      const middles = await row.getByRole('cell').evaluateAll((all) =>
        all.map((cell) => {
          const { top, bottom } = cell.getBoundingClientRect()
          return (top + bottom) / 2
        }),
      )
      const lines = middles.sort((a, b) => a - b).filter((middle, at) => middle - (middles[at - 1] ?? 0) > 10)
      expect(lines.length, `lines at ${width}`).toBeGreaterThanOrEqual(2)
      expect(lines.length, `lines at ${width}`).toBeLessThanOrEqual(2)
      const action = row.getByRole('button', { name: /^(Pending|Not paid yet)$/ })
      expect((await action.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    expect(await overflowOf(page)).toEqual([])
  }
})

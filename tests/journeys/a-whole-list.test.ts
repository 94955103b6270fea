import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { GOOD_CARD } from '../support/customer.ts'
import { readPdf } from '../support/pdf.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { cartRow, cartRows, LIST, listRows, paste, pastedText, shown } from './pasted-list.ts'
import { button, fillCard, heading, hydrated, isFocused, main, payButton, verifyByLink } from './steps.ts'

test('a list of twenty lines with six faults is ordered in nine actions, paid by somebody else, and its invoice is read', async ({
  open,
  shop,
}) => {
  // The list is worth more than an account may hold until its address is verified.
  const customer = await verifyByLink(shop, await shop.register())
  const address = {
    name: customer.name,
    phone: '+1 555 0100',
    street: '1 Sample Street',
    city: 'Sample City',
    region: 'NY',
    postcode: '10001',
    country: 'US',
  }
  const saved = await shop.call('POST', '/api/address', { body: address, as: customer })
  expect(saved.status).toBe(201)
  const { page } = await open({ as: customer, reducedMotion: 'reduce' })
  let actions = 0
  const click = async (target: Locator): Promise<void> => {
    actions += 1
    await target.click()
  }
  await page.goto('/cart')
  await hydrated(page)
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')

  actions += 1
  await paste(page, LIST)
  await shown(page, '14 lines can be ordered, 5 lines need a look.').waitFor()
  expect(await listRows(page).count()).toBe(20)
  await listRows(page).getByText('Counted in the line of HX-933-M8-40 above.').waitFor()
  expect(await axeViolations(page), 'the pad').toEqual([])
  await repair(page, click)
  await click(button(main(page), /^Replace HX-933-M8-41 .*with HX-933-M8-16/))
  await shown(page, /^19 lines, \$[\d,.]+\. All can be ordered\.$/).waitFor()
  await click(button(main(page), /^Add 19 lines to the cart · /))
  await expect.poll(() => cartRows(page).count()).toBe(19)
  expect(await pastedText(page).count()).toBe(0)
  await cartRow(page, 'HX-933-M8-40').getByText('$0.0594').waitFor()
  await click(button(cartRow(page, 'EB-580-M10'), 'Take 500 of EB-580-M10'))
  expect(await isFocused(cartRow(page, 'EB-580-M10'))).toBe(true)
  await click(button(main(page), 'Check out'))
  await heading(page, 'Checkout').waitFor()
  const place = button(main(page), /^Place order · \$/)
  await place.and(page.locator(':enabled')).waitFor()
  await click(place)
  await page.waitForURL('**/dashboard/payment/*')
  expect(actions).toBe(9)
  await page.getByRole('link', { name: /^Back to order/ }).click()

  const title = page.getByRole('heading', { level: 1, name: /^Order \w{4}-\w{4}$/ })
  const number = (await title.innerText()).replace('Order ', '')
  await button(main(page), 'Create payment link').click()
  const link = await page.getByLabel('Address of the payment link').inputValue()
  const { page: purchaser } = await open({ reducedMotion: 'reduce' })
  await purchaser.goto(link)
  await heading(purchaser, `Order ${number}`).waitFor()
  await purchaser.getByLabel('PO number').fill('PO-4711')
  await fillCard(purchaser, GOOD_CARD)
  await payButton(purchaser).click()
  await main(purchaser).getByText('Congrats! Your payment is completed.').waitFor()

  const invoice = button(main(page), 'Invoice PDF')
  const [file] = await Promise.all([page.waitForEvent('download'), invoice.click()])
  const text = readPdf(await readFile(await file.path())).pages.join('\n')
  for (const part of [number, 'PO-4711', 'HX-933-M8-16', 'RB-A-25-20-M6']) expect(text).toContain(part)
})

/** Repairs what has one answer at once, and answers the questions of two lines. */
async function repair(page: Page, click: (target: Locator) => Promise<void>): Promise<void> {
  await click(button(main(page), 'Fix all that can be fixed (2)'))
  await shown(page, 'Fixed: 1 line raised to the minimum and 1 line set to the nearest step.').waitFor()
  const row = (sku: string) => listRows(page).filter({ hasText: sku })
  await row('SC-912-M6-20').getByText('Changed: 480 → 500').waitFor()
  await row('CS-7991-M6-20').getByText('Changed: 20 → 100').waitFor()
  // Questions to the buyer: a line without a quantity, and one with too few in stock.
  expect((await pastedText(page).inputValue()).split('\n')).toEqual(
    expect.arrayContaining(['SC-912-M6-20\t500', 'CS-7991-M6-20\t100', 'BB-608-2RS', 'GR-15-24 5000']),
  )
  await shown(page, '16 lines can be ordered, 3 lines need a look.').waitFor()
  await click(button(row('BB-608-2RS'), 'Take 100 of BB-608-2RS'))
  await click(button(row('GR-15-24'), 'Take 2,300 of GR-15-24'))
  await row('GR-15-24').getByText('Changed: 5,000 → 2,300').waitFor()
  await shown(page, '18 lines can be ordered, 1 line needs a look.').waitFor()
}

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { productPagePath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPath, button, hydrated, link, main, productAt, toast } from './steps.ts'

const DAY = isoDay(Date.now() + 40 * DAY_MS)

/** Plans new prices of many parts in the sheet, and deletes one of the plans. */
async function planMany(page: Page): Promise<void> {
  await page.goto('/dashboard/manageproducts?view=sheet&q=M8')
  await main(page).getByLabel('Change prices by').fill('+4%')
  await button(main(page), /^Change \d+ products$/).click()
  await button(page.getByRole('form', { name: 'Changes' }), 'Plan for a day').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('From the day').fill(isoDay(Date.now() + 20 * DAY_MS))
  expect(await axeViolations(page)).toEqual([])
  await button(dialog, 'Plan').click()
  await page
    .getByRole('status')
    .filter({ hasText: /^Prices of \d+ parts planned/ })
    .waitFor()
  await page.goto('/dashboard/manageproducts?view=planned')
  await main(page)
    .getByRole('heading', { name: /^Planned prices \((?!1\))\d+\)$/ })
    .waitFor()
  await button(main(page), /^Delete the plan of/)
    .first()
    .click()
  await page
    .getByRole('status')
    .filter({ hasText: /^Planned prices of “.+” deleted/ })
    .first()
    .waitFor()
}

test('prices of one part and of many are planned for a day, decided and deleted, and saved prices are put back', async ({
  open,
  shop,
  admin,
}) => {
  const part = await productAt(shop, 0)
  const read = async (): Promise<Product> => (await shop.call('GET', `/api/part/${part.sku}`)).body
  const { page } = await open({ as: admin })
  await page.goto(productPagePath(part._id))
  await hydrated(page)
  const price = main(page).getByLabel(/^Price per piece in .*, price break 1$/)
  await price.fill('9.5')
  const form = page.getByRole('form', { name: 'Plan the typed prices' })
  await form.getByLabel('From the day').fill(DAY)
  await button(form, 'Plan the typed prices').click()
  await toast(page, `Prices of 1 part planned for ${dayText(DAY)}`)
  await main(page).getByText('Delete the plan').waitFor()
  await main(page).getByText('Prices planned').waitFor()
  // The form has the prices of now again, and nothing is to be saved.
  expect(await price.inputValue()).toBe(String(part.price))
  expect(await axeViolations(page)).toEqual([])
  expect((await read()).prices).toEqual(part.prices)

  // A saved price is a conflict with the plan, and its toast puts the old one back.
  await price.fill('9.7')
  await button(main(page), 'Save 1 change').click()
  await toast(page, 'Changes saved')
  await main(page).getByText('To decide').waitFor()
  expect((await read()).price).toBe(9.7)
  await page.goto('/dashboard/overview')
  await main(page)
    .getByRole('link', { name: /^1 planned price to decide/ })
    .click()
  await main(page).getByRole('heading', { name: 'Planned prices (1)' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Keep the plan').click()
  await toast(page, `“${part.name}” gets them on ${dayText(DAY)}`)
  await main(page).getByText('To decide').waitFor({ state: 'detached' })
  await link(main(page), part.name).click()
  await atPath(page, productPagePath(part._id))
  // What can be undone after that is this change alone.
  for (const _ of await button(page, 'Dismiss').all()) await button(page, 'Dismiss').first().click()
  await price.fill('9.9')
  await button(main(page), 'Save 1 change').click()
  await toast(page, 'Changes saved')
  await button(page, 'Undo').click()
  await toast(page, 'Undone')
  expect((await read()).price).toBe(9.7)
  await planMany(page)
})

import { expect } from 'vitest'
import { axeViolations, setWidth } from './axe.ts'
import { test } from './journey.ts'
import { cartRow, cartRows } from './pasted-list.ts'
import { atPath, button, heading, hydrated, link, main, toast } from './steps.ts'

const SKU = 'HX-933-M8-40'

test('a cart is kept as a list, with own part numbers and notes, shared by a link and ordered again', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const parts = await Promise.all(
    [SKU, 'NH-934-M8'].map(async (sku) => (await shop.call('GET', `/api/part/${sku}`)).body),
  )
  const lines = parts.map(({ _id }) => ({ productId: _id, quantity: 500 }))
  await shop.call('PUT', '/api/cart', { body: { lines }, as: customer })
  const { page } = await open({ as: customer, reducedMotion: 'reduce' })
  await page.goto('/cart')
  await hydrated(page)
  await link(main(page), 'Save as a list').click()
  await atPath(page, '/dashboard/lists')
  await page.getByLabel('Name of the list').fill('Pump 12')
  await button(main(page), 'Save 2 lines').click()
  await heading(page, 'Pump 12').waitFor()

  const row = main(page).getByRole('row', { name: SKU, exact: true })
  await row.getByLabel('Your part number').fill('4711')
  await row.getByLabel('Note').fill('Left side')
  // A page that is left in between keeps what is typed.
  await link(page.getByRole('navigation', { name: 'Dashboard' }), 'Addresses').click()
  await atPath(page, '/dashboard/addresses')
  await page.goBack()
  expect(await row.getByLabel('Note').inputValue()).toBe('Left side')
  await setWidth(page, 1280)
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(48)
  await setWidth(page, 1920)
  expect((await main(page).getByRole('table').boundingBox())?.width).toBeGreaterThan(1500)
  await row.getByLabel('Pieces').fill('many')
  await button(main(page), 'Save changes').click()
  await row.getByText('The quantity is a whole number of pieces.').waitFor()
  await row.getByLabel('Pieces').fill('1,000')
  await button(main(page), 'Save changes').click()
  await toast(page, 'The list is saved')
  expect(await axeViolations(page), 'the list').toEqual([])

  await button(main(page), 'Create link').click()
  const url = await page.getByLabel('Address of the list').inputValue()
  const { page: colleague } = await open({ reducedMotion: 'reduce' })
  await colleague.goto(url)
  await heading(colleague, 'Pump 12').waitFor()
  for (const text of ['Your part number: 4711', 'Note: Left side', '1,000'])
    await main(colleague).getByText(text, { exact: true }).waitFor()
  expect(await colleague.content()).not.toContain(customer.email)
  expect(await axeViolations(colleague), 'the shared list').toEqual([])
  await button(main(colleague), /^Add 2 lines to the cart · \$/).click()
  await expect.poll(() => cartRows(colleague).count()).toBe(2)
  expect(await cartRow(colleague, SKU).getByLabel(`Quantity of ${SKU}`).inputValue()).toMatch(/^1,?000$/)

  const line = cartRow(colleague, SKU)
  await button(line, `Change your part number and note of ${SKU}`).click()
  await line.getByLabel(`Your part number of ${SKU}`).fill('4712')
  await line.getByLabel(`Your part number of ${SKU}`).press('Enter')
  await line.getByText('Your part number: 4712').waitFor()
  expect(await axeViolations(colleague), 'the cart').toEqual([])

  await page.goto('/dashboard/lists')
  await main(page).getByText('Shared', { exact: true }).waitFor()
  expect(await axeViolations(page), 'the lists').toEqual([])
  await button(main(page), 'Delete Pump 12').click()
  await page.getByText('List “Pump 12” and its link deleted').waitFor()
  await main(page).getByText('No lists yet').waitFor()
  await button(page, 'Undo').click()
  await link(main(page), 'Pump 12').click()
  await row.getByLabel('Your part number').and(page.locator('[value="4711"]')).waitFor()
})

test('a link that opens no list says so', async ({ open }) => {
  const { page, expectErrors } = await open()
  expectErrors(/^404 GET \/list\//)
  await page.goto(`/list/${'0a1b'.repeat(10)}`)
  await main(page).getByText('This link cannot be used').waitFor()
})

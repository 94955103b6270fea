import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { partPath, productPagePath } from '#features/catalog/paths.ts'
import { plainPicture } from '../support/pictures.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { boxOf, button, fillPart, heading, link, main, openMore, productAt, toast } from './steps.ts'

test('a new part gets a picture, price breaks and stock, and its page shows them', async ({
  open,
  admin,
  shop,
}) => {
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/addproduct')
  await openMore(page)
  await fillPart(page, {
    ...{ Name: 'Sample clamp', Price: '0.08', Quantity: '5000', 'Part number': 'CL-1' },
    'Image URL': '/drawings/HX-933-M8-40.svg',
  })
  await button(main(page), 'Add Product').click()
  await link(main(page), 'Edit it').click()
  await heading(page, 'Sample clamp').waitFor()
  const panel = (name: string) => boxOf(main(page).getByRole('region', { name, exact: true }))
  const [picture, stock] = [await panel('Picture'), await panel('Stock')]
  expect(stock.width).toBeCloseTo(picture.width, 0)

  await drop(page, await plainPicture(900, 900, '#c8102e').png().toBuffer())
  const crop = page.getByRole('dialog', { name: 'Crop the picture' })
  await crop.getByLabel('Square').check()
  await crop.getByLabel(/^The part to keep/).press('ArrowRight')
  await crop.getByLabel('Zoom').press('ArrowRight')
  await button(crop, 'Use this picture').click()
  await crop.waitFor({ state: 'detached' })

  await addAndRemovePriceBreak(page)
  await page.keyboard.type('1k')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0.09')
  await button(main(page), 'Save 2 changes').click()
  await main(page).getByText('Each price break is cheaper than the one before.').waitFor()
  await main(page).getByLabel('Price per piece in dollars, price break 2').fill('0.07')
  await page.reload()
  await main(page).getByText('1,000: $0.07').waitFor()
  await button(main(page), 'Save 2 changes').click()
  await toast(page, 'Changes saved')

  await main(page).getByLabel('Number of pieces').fill('2500')
  await main(page).getByLabel('Reason').fill('Delivery')
  await button(main(page), 'Change the stock').click()
  await main(page).getByText('“Delivery”').waitFor()
  expect(await axeViolations(page)).toEqual([])

  await link(main(page), 'View in shop').click()
  await heading(page, 'Sample clamp').waitFor()
  const shown = main(page).getByRole('img', { name: 'Sample clamp', exact: true })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  // It is chosen anew when the page is awake.
  const addressOf = () => shown.evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(addressOf).toMatch(/\/images\/[0-9a-z]{24}\?w=\d+$/)
  const address = await addressOf()
  const served = await page.request.get(address, { headers: { Accept: 'image/avif,image/webp' } })
  expect(served.headers()['content-type']).toBe('image/avif')
  const { body } = await shop.call('GET', '/api/part/CL-1')
  expect(body).toMatchObject({
    quantity: 7500,
    prices: [
      { from: 100, price: 0.08 },
      { from: 1000, price: 0.07 },
    ],
  })
})

test('parts are marked as featured, one on its page and others in the list; the home page shows them first', async ({
  open,
  admin,
  shop,
}) => {
  const { page } = await open({ as: admin })
  const [first, second] = [await productAt(shop, 30), await productAt(shop, 31)]
  await page.goto(productPagePath(first._id))
  await button(main(page), 'Mark as featured').click()
  await toast(page, '1 product marked as featured')
  await button(main(page), 'Remove from featured').waitFor()
  await page.goto(`/dashboard/manageproducts?q=${second.sku}`)
  await main(page).getByLabel(`Choose ${second.name}`, { exact: true }).check()
  await button(page, 'Mark as featured').click()
  await toast(page, '1 product marked as featured')
  await page.goto('/')
  const names = main(page).locator('#products').getByRole('heading', { level: 3 })
  expect((await names.allTextContents()).slice(0, 2)).toEqual([second.name, first.name])
  expect(await names.count()).toBe(12)
  await page.goto('/dashboard/manageproducts?view=featured')
  await main(page).getByRole('heading', { name: 'Featured products (2)' }).waitFor()
  for (const { name } of [first, second])
    await main(page).getByLabel(`Choose ${name}`, { exact: true }).check()
  expect(await axeViolations(page)).toEqual([])
  await button(page, 'Remove from featured').click()
  await main(page).getByText('No product is featured').waitFor()
})

test('a part gets a second picture with a text, which becomes the first; its page shows both', async ({
  open,
  admin,
  shop,
}) => {
  const product = await productAt(shop, 4)
  const { page } = await open({ as: admin })
  await page.goto(productPagePath(product._id))
  const pictures = main(page).getByRole('region', { name: 'All pictures' })
  const file = await plainPicture(800, 600, '#c8102e').png().toBuffer()
  await pictures
    .getByLabel('Add a picture')
    .setInputFiles({ name: 'side.png', mimeType: 'image/png', buffer: file })
  const crop = page.getByRole('dialog', { name: 'Crop the picture' })
  await button(crop, 'Use this picture').click()
  await crop.waitFor({ state: 'detached' })
  await pictures.getByLabel('What picture 2 shows').fill('From the side')
  await button(pictures, 'Move picture 2 up').press('Enter')
  expect(await axeViolations(page)).toEqual([])
  await button(pictures, 'Save the pictures').click()
  await toast(page, 'Pictures saved')
  const read = async () => (await shop.call('GET', `/api/order/${product._id}`)).body
  const { image, images } = await read()
  expect(images).toEqual([{ image, alt: 'From the side' }, { image: product.image }])
  expect(image).toMatch(/^\/images\//)

  await page.locator('body').press('z')
  await expect.poll(async () => (await read()).images).toEqual([{ image: product.image }])
  const { revision } = await read()
  const path = `/api/product/${product._id}/pictures`
  expect((await shop.call('PUT', path, { as: admin, body: { revision, images } })).status).toBe(200)

  const visitor = (await open()).page
  await visitor.goto(partPath(product.sku))
  await main(visitor).getByRole('img', { name: 'From the side' }).first().waitFor()
  const list = main(visitor).getByRole('list', { name: 'Pictures' })
  const second = list.getByRole('link').nth(1)
  await expect
    .poll(async () => {
      await second.press('Enter')
      return second.getAttribute('aria-current')
    })
    .toBe('true')
  await main(visitor).getByRole('img', { name: product.name, exact: true }).waitFor()
  expect(await axeViolations(visitor)).toEqual([])
  const data = await visitor.locator('script[type="application/ld+json"]').first().textContent()
  expect(data).toContain(image)
})

test('a stock whose answer was lost counts once', async ({ open, admin, shop }) => {
  const product = await productAt(shop, 1)
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^(net::ERR_FAILED|409) POST /)
  const { page } = browserWindow
  await page.goto(productPagePath(product._id))
  await main(page).getByLabel('Number of pieces').fill('2500')
  await main(page).getByLabel('Reason').fill('Delivery')
  await page.route('**/stock', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(main(page), 'Change the stock').click()
  await main(page).getByText('could not be reached').waitFor()
  await page.unroute('**/stock')
  await button(main(page), 'Change the stock').click()
  await main(page).getByText('This product was changed meanwhile.').waitFor()
  const stock = page.getByRole('region', { name: 'Stock' })
  await stock
    .getByText((product.quantity + 2500).toLocaleString('en-US'), { exact: true })
    .first()
    .waitFor()
  expect((await shop.call('GET', `/api/order/${product._id}`)).body.quantity).toBe(product.quantity + 2500)
})

test('two admins change one product: both values stand side by side, and nothing is overwritten', async ({
  open,
  admin,
  shop,
}) => {
  const product = await productAt(shop, 0)
  const first = await open({ as: admin })
  first.expectErrors(/^409 PUT/)
  const second = await open({ as: admin })
  for (const { page } of [first, second]) {
    await page.goto(productPagePath(product._id))
    await heading(page, product.name).waitFor()
  }
  await name(second.page).fill('Their name')
  await main(second.page).getByLabel('Description').fill('Their description.')
  await button(main(second.page), 'Save 2 changes').click()
  await toast(second.page, 'Changes saved')

  await name(first.page).fill('My name')
  await main(first.page).getByLabel('Step').fill('10')
  await button(main(first.page), 'Save 2 changes').click()
  const panel = main(first.page).getByRole('region', { name: `${admin.email} changed it meanwhile` })
  await panel.waitFor()
  expect(await axeViolations(first.page)).toEqual([])
  expect((await shop.call('GET', `/api/order/${product._id}`)).body.name).toBe('Their name')
  expect(await button(panel, 'Continue with these values').isDisabled()).toBe(true)
  await panel.getByRole('group', { name: 'Name' }).getByLabel('Yours').check()
  await button(panel, 'Continue with these values').click()
  await button(main(first.page), 'Save 2 changes').click()
  await toast(first.page, 'Changes saved')
  expect((await shop.call('GET', `/api/order/${product._id}`)).body).toMatchObject({
    name: 'My name',
    description: 'Their description.',
    step: 10,
  })

  // The history is read again after the save: before, its first entry is another one.
  await main(first.page).getByRole('insertion').filter({ hasText: 'My name' }).waitFor()
  await button(main(first.page), 'Use these values').first().click()
  await main(first.page).getByText('Their name').first().waitFor()
  expect(await name(first.page).inputValue()).toBe('Their name')
  await discardAndUndo(first.page)
  expect(await name(first.page).inputValue()).toBe('Their name')
  await button(main(first.page), 'Discard').click()
  await button(main(first.page), 'Archive').click()
  await main(first.page).getByText('It is archived').waitFor()
  await main(first.page).getByText('Not for sale', { exact: true }).waitFor()
  expect((await shop.call('GET', `/api/order/${product._id}`)).status).toBe(404)
  await first.page.keyboard.press('z')
  await button(main(first.page), 'Archive').waitFor()
  expect((await shop.call('GET', `/api/order/${product._id}`)).status).toBe(200)
})

const name = (page: Page) => main(page).getByLabel('Name', { exact: true })

/** Discards what is typed and takes that back. */
async function discardAndUndo(page: Page) {
  await button(main(page), 'Discard').click()
  await main(page).getByText('The changes are discarded').waitFor()
  expect(await name(page).inputValue()).toBe('My name')
  await button(main(page), 'Undo').click()
  await button(main(page), 'Discard').waitFor()
}

/** By the keyboard, with an empty price break first. The focus is then in another one. */
async function addAndRemovePriceBreak(page: Page): Promise<void> {
  await button(main(page), 'Add a price break').click()
  await page.keyboard.press('Tab')
  const empty = main(page).getByText('The quantity has to be a whole number of pieces')
  await empty.waitFor()
  await page.keyboard.press('Tab')
  expect(await focusedLabel(page)).toBe('Remove price break 2')
  await page.keyboard.press('Enter')
  expect(await focusedLabel(page)).toBe('Add a price break')
  await page.keyboard.press('Enter')
  // The new one is not told what was wrong with the removed one.
  expect(await empty.count()).toBe(0)
}

/** The label of the element that has the focus; empty when none has it. */
const focusedLabel = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: focused, body } = document
    if (!focused || focused === body) return ''
    return focused.getAttribute('aria-label') ?? focused.textContent?.trim() ?? ''
  })

/** Drops a file on the picture, as from another window. */
async function drop(page: Page, file: Buffer): Promise<void> {
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    transfer.items.add(new File([bytes], 'picture.png', { type: 'image/png' }))
    return transfer
  }, file.toString('base64'))
  const box = page.getByRole('region', { name: 'Picture', exact: true }).getByRole('img').locator('..')
  await box.dispatchEvent('drop', { dataTransfer: data })
}

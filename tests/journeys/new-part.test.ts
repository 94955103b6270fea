import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { productPagePath } from '#features/catalog/paths.ts'
import { plainPicture } from '../support/pictures.ts'
import { samplePart } from '../support/sample-product.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, fillPart, heading, isFocused, link, main, openMore, partLabels, toast } from './steps.ts'

const ATTRIBUTES = ['thread', 'length', 'head', 'drive', 'grade', 'finish', 'standard', 'pitch']

const VALUES = ['M8', '45', 'hexagon', 'external', '8.8', 'zinc', 'DIN 933', '1.25']

const IMAGE = '/drawings/HX-933-M8-40.svg'

/** Drops a file on the element, as from a folder. */
const drop = (onto: Locator, bytes: Buffer): Promise<void> =>
  onto.evaluate((element, base64) => {
    const file = new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], 'part.png', {
      type: 'image/png',
    })
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(file)
    for (const type of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, bytes.toString('base64'))

const pasteText = (into: Locator, text: string): Promise<void> =>
  into.evaluate((input, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

const field = (page: Page, label: string): Locator => main(page).getByLabel(label, { exact: true })

const REQUIRED = { Name: 'Prepared screw M8 × 45', Price: '0.08', Quantity: '5000' }

/** The fields that are typed: the picture is dropped. */
const TYPED = partLabels.filter((label) => label !== 'Image URL')

test('a part with eight attributes and four price breaks is added in 18 actions, and in 20 with a dropped picture and not for sale until it is published', async ({
  open,
  shop,
  admin,
}) => {
  const attributes = ATTRIBUTES.map((key) => ({ key, label: `Its ${key}`, kind: 'text' }))
  const category = { body: { name: 'Prepared screws', attributes }, as: admin }
  await shop.call('PUT', '/api/category/prepared-screws', category)
  const values = Object.fromEntries(ATTRIBUTES.map((key, index) => [key, VALUES[index]]))
  const fields = { name: 'Known screw', image: IMAGE, category: 'prepared-screws' }
  const known = { ...samplePart(fields), attributes: values }
  expect((await shop.call('POST', '/api/product', { body: known, as: admin })).status).toBe(201)
  const { page } = await open({ as: admin })
  let actions = 0
  const act = async (action: Promise<unknown>) => {
    actions += 1
    await action
  }
  await page.goto('/dashboard/addproduct')
  await act(openMore(page))
  await act(field(page, 'Category').selectOption('Prepared screws'))
  const suggested = main(page).locator('datalist').first().locator('option')
  await expect
    .poll(() => suggested.evaluateAll((all) => all.map((each) => each.getAttribute('value'))))
    .toEqual(['M8'])
  for (const [index, key] of ATTRIBUTES.entries())
    await act(field(page, `Its ${key}`).fill(VALUES[index] ?? ''))
  await fillPart(page, { ...REQUIRED, 'Image URL': '' })
  actions += TYPED.length
  const picture = await plainPicture(900, 900, '#c8102e').png().toBuffer()
  await act(drop(main(page).getByText('Drop a picture here, or paste one with Ctrl V.'), picture))
  await act(button(page.getByRole('dialog', { name: 'Crop the picture' }), 'Use this picture').click())
  await expect.poll(() => field(page, 'Image URL').inputValue()).toMatch(/^\/images\//)
  await act(button(main(page), 'Add a price break').click())
  await act(pasteText(field(page, 'From pieces, price break 2'), '1000\t0.075\n5000\t0.07\n10000\t0.065\n'))
  await act(main(page).getByLabel('Put it up for sale at once').uncheck())
  expect(await axeViolations(page)).toEqual([])
  await page.reload()
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Prepared screw M8 × 45')
  await act(button(main(page), 'Add Product').click())
  await toast(page, 'Product added successfully')
  expect(actions).toBe(16 + TYPED.length)

  await link(main(page), 'Edit it').click()
  await main(page)
    .getByText(/^It is not for sale yet: only staff see it\./)
    .waitFor()
  const [unpublished] = (await shop.call('GET', '/api/archived-product?q=prepared+screw', { as: admin })).body
  expect(unpublished).toMatchObject({
    quantity: 5000,
    prices: [
      { from: 100, price: 0.08 },
      { from: 1000, price: 0.075 },
      { from: 5000, price: 0.07 },
      { from: 10_000, price: 0.065 },
    ],
  })
  expect(unpublished.attributes.map(({ value }: { value: string }) => value)).toEqual(VALUES)
  expect((await shop.call('GET', `/api/part/${unpublished.sku}`)).status).toBe(404)
  await field(page, 'Description').fill('A screw for frames.')
  await expect.poll(() => button(main(page), 'Put up for sale').isDisabled()).toBe(true)
  await button(main(page), 'Save 1 change').click()
  await toast(page, 'Changes saved')
  await button(main(page), 'Put up for sale').click()
  await toast(page, '“Prepared screw M8 × 45” is for sale')
  expect((await shop.call('GET', `/api/part/${unpublished.sku}`)).body.description).toBe(
    'A screw for frames.',
  )
  await link(main(page), 'View in shop').waitFor()
})

// spec: product-form
test('the fields of the specification stand first and alone; the others are folded until one of them is wrong', async ({
  open,
  admin,
}) => {
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/addproduct')
  const visible = main(page)
    .locator('form')
    .locator(':is(input, textarea, select)[name]')
    .filter({ visible: true })
  const names = () => visible.evaluateAll((all) => all.map((input) => input.getAttribute('name')))
  const specified = ['name', 'price', 'quantity', 'description', 'image']
  const shown = async () => (await names()).filter((name) => specified.includes(name ?? ''))
  await expect.poll(shown).toEqual(specified)
  expect(await names()).toHaveLength(partLabels.length)
  await openMore(page)
  await expect.poll(() => field(page, 'Category').isVisible()).toBe(true)
  await field(page, 'Weight').fill('nothing')
  await openMore(page)
  await expect.poll(() => field(page, 'Weight').isVisible()).toBe(false)
  for (const label of partLabels) await field(page, label).fill('1')
  await button(main(page), 'Add Product').click()
  await expect.poll(() => isFocused(field(page, 'Weight'))).toBe(true)
  // What was typed into it is not folded away by a reload.
  await page.reload()
  await expect.poll(() => field(page, 'Weight').isVisible()).toBe(true)
  expect(await field(page, 'Weight').inputValue()).toBe('nothing')
})

test('a part is duplicated: all but the part number and the stock, under another name', async ({
  open,
  shop,
  admin,
}) => {
  const prices = [
    { from: 200, price: 0.06 },
    { from: 1000, price: 0.04 },
  ]
  const original = await shop.addProduct(admin, {
    ...{ name: 'Original bush', sku: 'ORIGINAL-1', prices, minimum: 200, step: 50, weight: 4.7 },
    ...{ price: 0.06, image: IMAGE },
  })
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^409 POST /)
  const { page } = browserWindow
  await page.goto(productPagePath(original._id))
  await heading(page, 'Original bush').waitFor()
  await link(main(page), 'Duplicate').click()
  await heading(page, 'Add Product').waitFor()
  expect(await field(page, 'Price').inputValue()).toBe('0.06')
  for (const label of ['Quantity', 'Part number']) expect(await field(page, label).inputValue()).toBe('')
  await field(page, 'Quantity').fill('900')
  await button(main(page), 'Add Product').click()
  await expect.poll(() => field(page, 'Name').getAttribute('aria-invalid')).toBe('true')
  await field(page, 'Name').fill('Second bush')
  await button(main(page), 'Add Product').click()
  await toast(page, 'Product added successfully')
  const [added] = (await shop.call('GET', '/api/product?q=second+bush')).body
  const { minimum, step, weight, description, image } = original
  expect(added).toMatchObject({ quantity: 900, prices, minimum, step, weight, description, image })
  expect(added.sku).not.toBe(original.sku)
})

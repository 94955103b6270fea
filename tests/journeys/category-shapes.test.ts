import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { partPath, productPagePath } from '#features/catalog/paths.ts'
import type { Category } from '#features/catalog/schema.ts'
import type { Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPath, button, isFocused, link, main, toast } from './steps.ts'

/** The first model that a shop makes, and the first shader of a browser, take a while. */
const SLOW = { timeout: 60_000 }

const ATTRIBUTES = [
  { key: 'thread', label: 'Thread', kind: 'text' },
  { key: 'sw', label: 'Across flats', unit: 'mm', kind: 'number' },
  { key: 'type', label: 'Type', kind: 'text' },
]

/** Adds a category with a nut that the standard has and one that it has not. */
async function addNuts(shop: RunningShop, admin: Person, slug: string, shape?: object) {
  await shop.call('PUT', `/api/category/${slug}`, {
    as: admin,
    body: { name: `Nuts of ${slug}`, attributes: ATTRIBUTES, ...(shape && { shape }) },
  })
  const add = (sku: string, attributes: object) =>
    shop.addProduct(admin, {
      sku: `${slug}-${sku}`,
      name: `Nut ${sku} of ${slug}`,
      category: slug,
      image: '/drawings/NH-934-M8.svg',
      attributes,
    } as object)
  return {
    usual: await add('A8', { thread: 'M8', type: 'Plain' }),
    odd: await add('B11', { thread: 'M11 × 1' }),
  }
}

const savedShape = async (shop: RunningShop, slug: string): Promise<unknown> =>
  ((await shop.call('GET', '/api/category')).body as Category[]).find((each) => each.slug === slug)?.shape

const formOf = (page: Page, slug: string) => page.getByRole('form', { name: `Category Nuts of ${slug}` })

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

/** The 3-D view of the nut M8 with this height in mm. */
const view = (page: Page, height: string) =>
  preview(page).getByRole('application', { name: new RegExp(`× ${height} mm`) })

test('an admin chooses a shape by keys, sees it before it is saved, corrects a value, and the part has a model', async ({
  open,
  admin,
  shop,
}) => {
  const { usual, odd } = await addNuts(shop, admin, 'keyed')
  const browserWindow = await open({ as: admin })
  // On a busy machine the first model comes later, and the page asks again.
  browserWindow.expectErrors(/^(422|503) (PUT|POST) \/api\/category\//)
  const { page } = browserWindow
  await page.goto('/dashboard')
  await link(page, 'Categories').click()
  const row = main(page).getByRole('listitem').filter({ hasText: 'Nuts of keyed' })
  await link(row, 'Edit').click()
  const form = formOf(page, 'keyed')
  await preview(page).getByText('Add a shape to see').waitFor()

  await button(form, 'Add shape').focus()
  await page.keyboard.press('Enter')
  const shape = form.getByLabel('Shape', { exact: true })
  await expect.poll(() => isFocused(shape)).toBe(true)
  await preview(page).getByText('nothing that is required is missing').waitFor()
  await page.keyboard.type('Hexagon nut')
  await expect.poll(() => shape.inputValue()).toBe('hexagon-nut')
  // The attribute of the same name and unit is suggested for each size, for all to see.
  const flats = form.getByLabel('Across flats', { exact: true })
  expect(await flats.inputValue()).toBe('sw')
  expect(await form.getByText('Suggested: it is called the same. Check it.').count()).toBe(2)
  await view(page, '6\\.8').waitFor(SLOW)
  await preview(page).getByText('1 of 2 parts has no model.').waitFor()
  await preview(page).getByText('Across flats is missing, and no table').waitFor()
  expect(await savedShape(shop, 'keyed')).toBeUndefined()
  expect(await axeViolations(page, [1280])).toEqual([])

  await form.getByLabel('Height', { exact: true }).selectOption('A fixed value')
  await form.getByLabel('Height in mm').fill('tall')
  await preview(page).getByText('No preview yet. Height must be a number.').waitFor()
  await button(form, 'Save category').click()
  const height = form.getByLabel('Height in mm')
  await expect.poll(() => isFocused(height)).toBe(true)
  expect(await height.getAttribute('aria-invalid')).toBe('true')
  await form.getByText('Height must be a number.', { exact: true }).waitFor()
  expect(await axeViolations(page, [375])).toEqual([])
  expect(await savedShape(shop, 'keyed')).toBeUndefined()

  await height.fill('9')
  await view(page, '9').waitFor(SLOW)
  await button(form, 'Save category').click()
  await toast(page, 'Nuts of keyed changed')
  expect(await savedShape(shop, 'keyed')).toEqual([
    { slug: 'hexagon-nut', parameters: { flats: 'sw', height: 9, thread: 'thread' } },
  ])
  await link(row, 'Models').click()
  const models = page.getByRole('region', { name: 'Models of Nuts of keyed' })
  await models.getByText('1 of 2 parts has no model.').waitFor()
  await link(models, odd.name).click()
  await atPath(page, productPagePath(odd._id))
  await main(page).getByText('No 3-D model. Across flats is missing').waitFor()
  await page.goto(partPath(usual.sku))
  await button(main(page), '3-D view').waitFor()
}, 180_000)

test('conditions suggest the values of parts, are kept over a reload, and another admin’s shapes are shown', async ({
  open,
  admin,
  shop,
}) => {
  const shape = { slug: 'hexagon-nut', parameters: { thread: 'thread' } }
  await addNuts(shop, admin, 'kept', shape)
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^(409 PUT|503 POST) \/api\/category\//)
  const { page } = browserWindow
  await page.goto('/dashboard/categories?edit=kept')
  const form = formOf(page, 'kept')
  await form.locator('summary').click()
  await button(form, 'Add condition of shape 1').click()
  await form.getByLabel('Attribute', { exact: true }).selectOption('Type')
  await expect.poll(() => form.locator('datalist option').first().getAttribute('value')).toBe('Plain')
  await form.getByLabel('Is', { exact: true }).fill('Plain')
  await form.getByText('for parts whose Type is Plain').waitFor()
  await preview(page).getByText('No shape is set for this kind of part.').waitFor()
  await page.reload()
  await form.getByText('for parts whose Type is Plain').waitFor()

  const theirs = [{ slug: 'wing-nut', parameters: { thread: 'thread' } }]
  await shop.call('PUT', '/api/category/kept', {
    as: admin,
    body: { name: 'Nuts of kept', attributes: ATTRIBUTES, shape: theirs },
  })
  await button(form, 'Save category').click()
  const meanwhile = form.getByRole('region', { name: 'Somebody else changed it meanwhile' })
  await meanwhile.getByText('Wing nut (Thread from Thread)').waitFor()
  await meanwhile.getByText('Hexagon nut for parts whose Type is Plain (Thread from Thread)').waitFor()
  expect(await savedShape(shop, 'kept')).toEqual(theirs)
  await button(form, 'Save category').click()
  await toast(page, 'Nuts of kept changed')
  expect(await savedShape(shop, 'kept')).toEqual([{ ...shape, when: { type: 'Plain' } }])
})

test('a preview that fails says so, and is asked again', async ({ open, admin, shop }) => {
  await addNuts(shop, admin, 'failing', { slug: 'hexagon-nut', parameters: { thread: 'thread' } })
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^(net::ERR_FAILED|503) POST \/api\/category\//)
  const { page } = browserWindow
  await page.route('**/preview*', (route) => route.abort())
  await page.goto('/dashboard/categories?edit=failing')
  await preview(page)
    .getByText(/^The parts could not be checked/)
    .waitFor()
  await expect.poll(() => button(preview(page), 'Try again').count()).toBe(2)
  await page.unroute('**/preview*')
  for (const place of [1, 0]) await button(preview(page), 'Try again').nth(place).click()
  await preview(page).getByText('1 of 2 parts has no model.').waitFor()
  await view(page, '6\\.8').waitFor(SLOW)
}, 120_000)

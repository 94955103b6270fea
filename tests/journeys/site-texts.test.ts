import { expect } from 'vitest'
import type { Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations, setWidth } from './axe.ts'
import { test } from './journey.ts'
import { button, heading, isFocused, link, main, toast } from './steps.ts'

const readTexts = async (shop: RunningShop, admin: Person) =>
  (await shop.call('GET', '/api/texts', { as: admin })).body

const BY_HAND = '</script><script>document.title="injected"</script> <b>bold</b>'

test('an admin changes the heading of the home page, a visitor sees it at once, and it is undone', async ({
  open,
  shop,
  admin,
}) => {
  const { page } = await open({ as: admin })
  const visitor = (await open()).page
  await visitor.goto('/')
  await heading(visitor, 'Healthy Food').waitFor()
  await page.goto('/dashboard/settings')
  await link(main(page), 'Texts of pages').click()
  const field = main(page).getByLabel('Heading', { exact: true })
  await field.fill('Screws')
  const preview = page.getByRole('region', { name: 'Preview' })
  expect(await preview.locator('[inert]').innerText()).toContain('Screws\n\nGrow your strength')
  await main(page).getByLabel('Line below it').fill(BY_HAND)
  await main(page).getByLabel('Suffix, row 1 of numbers').fill('')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  expect(await bar.getByText('Home page, heading: Healthy Food → Screws').count()).toBe(1)
  expect(await bar.getByText('Home page, numbers: Customers: 120 M+ → Customers: 120 M').count()).toBe(1)
  await button(page, 'Save 3 changes').click()
  await toast(page, 'Texts saved')

  await visitor.reload()
  await heading(visitor, 'Screws').waitFor()
  await main(visitor).getByText(BY_HAND, { exact: true }).waitFor()
  expect(await visitor.title()).toBe('Machine parts by the hundred · Parts Shop')
  expect(await visitor.locator('#numbers').getByRole('definition').first().textContent()).toBe('120 M')
  await button(page, 'Undo').click()
  await expect.poll(() => field.inputValue()).toBe('Healthy Food')
  await visitor.reload()
  await heading(visitor, 'Healthy Food').waitFor()
  expect((await readTexts(shop, admin)).texts).toEqual({})
  for (const width of [375, 1280]) {
    await setWidth(page, width)
    expect(await axeViolations(page)).toEqual([])
  }
})

test('the preview has the rows of a list as they are typed, also two of one name', async ({
  open,
  admin,
}) => {
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/texts')
  const bars = page.getByRole('region', { name: 'Preview' }).locator('li:has(progress)')
  await bars.first().waitFor()
  const before = await bars.count()
  const add = button(main(page), 'Add to skills')
  for (const [index, percent] of ['40', '50', ''].entries()) {
    await add.click()
    const row = `row ${before + index + 1} of skills`
    await main(page).getByLabel(`Skill, ${row}`).fill('Turning')
    await main(page).getByLabel(`Percent, ${row}`).fill(percent)
  }
  expect(await bars.count()).toBe(before + 2)
  await button(main(page), 'Remove row 1 of skills').click()
  await expect.poll(() => bars.count()).toBe(before + 1)
})

test('an admin writes the portfolio: who developed the shop, and a project', async ({ open, admin }) => {
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/texts')
  await link(main(page), 'Portfolio').click()
  await main(page).getByLabel('Name of the developer').fill('Sample workshop')
  await main(page).getByLabel('Second project', { exact: true }).fill('Questions')
  await main(page).getByLabel('Where the second project is').fill('/blog')
  const preview = page.getByRole('region', { name: 'Preview' }).locator('[inert]')
  for (const text of ['Sample workshop', 'Questions', 'Works with'])
    expect(await preview.innerText()).toContain(text)
  await button(page, 'Save 3 changes').click()
  await toast(page, 'Texts saved')
  const visitor = (await open()).page
  await visitor.goto('/portfolio')
  await main(visitor).getByRole('heading', { name: 'Sample workshop' }).waitFor()
  await main(visitor).getByRole('link', { name: 'Questions' }).click()
  await heading(visitor, 'My Blogs').waitFor()
  await button(page, 'Undo').click()
  await expect.poll(() => main(page).getByLabel('Name of the developer').inputValue()).toBe('Parts Shop')
  for (const width of [375, 1280]) {
    await setWidth(page, width)
    expect(await axeViolations(page)).toEqual([])
  }
})

test('an admin writes the terms and the imprint, and takes the original text again', async ({
  open,
  shop,
  admin,
}) => {
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/texts?page=terms')
  const terms = main(page).getByLabel('Text', { exact: true })
  await terms.fill('We ship.\n\n# Returns\n\n- unused\n- see [the questions](/blog)')
  await link(main(page), 'Imprint').click()
  await main(page).getByLabel('More about the seller').fill('Write to [us](mailto:sales@parts.example).')
  await button(page, /^Save \d+ changes/).click()
  await toast(page, 'Texts saved')

  const visitor = (await open()).page
  await visitor.goto('/')
  const footer = visitor.getByRole('contentinfo')
  await link(footer, 'Terms').click()
  await visitor.getByRole('heading', { level: 2, name: 'Returns' }).waitFor()
  expect(await main(visitor).getByRole('listitem').allTextContents()).toEqual(['unused', 'see the questions'])
  expect(await link(main(visitor), 'the questions').getAttribute('href')).toBe('/blog')
  await link(footer, 'Imprint').click()
  await heading(visitor, 'Imprint').waitFor()
  const { seller } = (await shop.call('GET', '/api/settings', { as: admin })).body
  await main(visitor).getByText(seller.name, { exact: true }).waitFor()
  expect(await link(main(visitor), 'us').getAttribute('href')).toBe('mailto:sales@parts.example')
  expect(await axeViolations(visitor)).toEqual([])

  await button(main(page), 'Use the original text: More about the seller').click()
  await link(main(page), 'Terms').click()
  await button(main(page), 'Use the original text: Text').click()
  expect(await terms.inputValue()).toContain('# Your account')
  await button(page, /^Save \d+ changes/).click()
  await expect.poll(async () => (await readTexts(shop, admin)).texts).toEqual({})
})

test('two admins change texts: both values are named, nothing is overwritten, and what is wrong is shown', async ({
  open,
  shop,
  admin,
}) => {
  const { page, expectErrors } = await open({ as: admin })
  expectErrors(/^(409|422) PUT \/api\/texts$/)
  await page.goto('/dashboard/texts')
  const field = main(page).getByLabel('Heading', { exact: true })
  await field.fill('Mine')
  const { revision } = await readTexts(shop, admin)
  const theirs = { heroHeading: 'Theirs', heroText: 'Bolts' }
  await shop.call('PUT', '/api/texts', { body: { revision, texts: theirs }, as: admin })
  await button(page, 'Save 1 change').click()
  await main(page).getByText('Home page, heading, theirs: Theirs').waitFor()
  await main(page).getByText('Home page, heading, yours: Mine').waitFor()
  expect(await main(page).getByLabel('Line below it').inputValue()).toBe('Bolts')
  expect((await readTexts(shop, admin)).texts).toEqual(theirs)

  await field.fill('')
  await link(main(page), 'Terms').click()
  await button(page, 'Save 1 change').click()
  await expect.poll(() => isFocused(field)).toBe(true)
  await field.fill('Mine')
  await button(page, 'Save 1 change').click()
  await toast(page, 'Texts saved')
  expect((await readTexts(shop, admin)).texts).toEqual({ ...theirs, heroHeading: 'Mine' })
  const after = await readTexts(shop, admin)
  await shop.call('PUT', '/api/texts', { body: { revision: after.revision, texts: {} }, as: admin })
})

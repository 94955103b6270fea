import { expect } from 'vitest'
import { axeViolations, setWidth } from './axe.ts'
import { test } from './journey.ts'
import { boxOf, button, heading, isFocused, link, main } from './steps.ts'

const LINE = 'peg bolt, Kerbstift = dowel pin'

test('an admin adds a word that visitors use, and the search finds the part by it until it is undone', async ({
  open,
  shop,
  admin,
}) => {
  const { page, expectErrors } = await open({ as: admin })
  expectErrors(/^409 PUT \/api\/synonyms$/)
  await page.goto('/dashboard/synonyms')
  await heading(page, 'Search words').waitFor()
  const field = page.getByLabel('Words, a line each')
  const first = await field.inputValue()
  expect(first).toContain('grub screw')
  await field.press('Control+End')
  await field.pressSequentially('\npeg bolt')
  const problem = main(page).getByText(/^Line \d+: Write what visitors search for/)
  await problem.waitFor()
  await button(page, 'Save 1 change').click()
  await expect.poll(() => isFocused(field)).toBe(true)
  const { y, height } = await boxOf(problem)
  expect(y + height).toBeLessThan((await boxOf(page.getByRole('region', { name: 'Unsaved changes' }))).y)
  await field.pressSequentially(', Kerbstift = dowel pin')
  for (const width of [375, 1280]) {
    await setWidth(page, width)
    expect(await axeViolations(page)).toEqual([])
  }

  // Somebody else saves meanwhile: both lines are kept.
  const { body } = await shop.call('GET', '/api/synonyms', { as: admin })
  const theirs = { words: ['tommy bar'], finds: ['dowel'] }
  await shop.call('PUT', '/api/synonyms', {
    body: { revision: body.revision, synonyms: [...body.synonyms, theirs] },
    as: admin,
  })
  await button(page, 'Save 1 change').click()
  await main(page).getByText('Somebody else changed the words meanwhile.', { exact: false }).waitFor()
  expect(await field.inputValue()).toBe(`${first}\n${LINE}\ntommy bar = dowel`)
  await button(page, 'Save 1 change').click()
  const undo = button(page, 'Undo')
  await undo.waitFor()

  const found = async () => (await shop.call('GET', '/api/product?q=kerbstifte')).body
  expect(await found()).toMatchObject([{ sku: 'PD-8734-6-24' }])
  await undo.click()
  await expect.poll(() => field.inputValue()).toBe(`${first}\ntommy bar = dowel`)
  expect(await found()).toEqual([])
})

test('a search for a size that no part has offers the nearest', async ({ open }) => {
  const { page } = await open()
  await page.goto('/parts?q=hexagon+screw+m8x42')
  await main(page).getByText('Nothing has that size. These are nearest:').waitFor()
  await link(page, 'HX-933-M8-40 · Hexagon head screw M8 × 40, DIN 933').click()
  await heading(page, 'Hexagon head screw M8 × 40, DIN 933').waitFor()
})

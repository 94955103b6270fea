import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { listRows, paste, pastedText, shown } from './pasted-list.ts'
import { boxOf, button, hydrated, main } from './steps.ts'

const MAIL = `Dear Ms Miller,
please quote and deliver:

1. HX-933-M8-40   500 pcs
2. HX-933-M8-16 Hexagon head screw M8 × 16, DIN 933 - 1,000 pcs
3. SC-912-M6-20   200 boxes of 50
4. NH-934-M8 200 or 300
5. MG-N45-10-5  100 kg
6. HX-934-M8-40 5 gross

Kind regards
Jane Doe`

/** The newest toast and the bar share no place. */
async function expectApart(page: Page, bar: string): Promise<void> {
  const card = page.locator('.toast:not(.leaving)').last()
  await card.waitFor()
  const distance = async () => {
    const [over, under] = [await boxOf(card), await boxOf(page.locator(bar))]
    return Math.max(under.y - (over.y + over.height), over.y - (under.y + under.height))
  }
  await expect.poll(distance).toBeGreaterThanOrEqual(0)
}

test('a mail is read line by line: what is not clear is asked, and its greetings are folded away', async ({
  open,
}) => {
  const { page } = await open({ viewport: { width: 375, height: 800 } })
  await page.goto('/cart')
  await hydrated(page)
  await paste(page, MAIL)
  const row = (sku: string) => listRows(page).filter({ hasText: sku })
  await shown(page, '2 lines can be ordered, 4 lines need a look.').waitFor()
  expect(await button(main(page), /^Fix all/).count()).toBe(0)
  await row('NH-934-M8').getByText('How many pieces is “4. NH-934-M8 200 or 300”?').waitFor()
  expect(await button(row('MG-N45-10-5'), /^Take/).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])

  const folded = page.getByRole('list', { name: 'Lines that name no part' }).getByRole('listitem')
  expect(await folded.count()).toBe(0)
  await main(page).getByText('Not parts (4)').click()
  const texts = ['Dear Ms Miller,', 'please quote and deliver:', 'Kind regards', 'Jane Doe']
  expect(await folded.locator('bdi').allTextContents()).toEqual(texts)
  expect(await axeViolations(page), 'the fold').toEqual([])
  await button(folded, 'Make it a line: Kind regards').click()
  await shown(page, '2 lines can be ordered, 5 lines need a look.').waitFor()
  await row('Kind regards').getByText('No part number was found in this line.').waitFor()
  expect(await row('Kind regards').getAttribute('data-line')).toBe('11')
  await button(row('Kind regards'), 'Remove Kind regards').click()
  await shown(page, '2 lines can be ordered, 4 lines need a look.').waitFor()
  expect(await pastedText(page).inputValue()).not.toContain('Kind regards')
  await button(row('SC-912-M6-20'), 'Take 10,000 of SC-912-M6-20').click()
  await row('SC-912-M6-20').getByText('→ 10,000').waitFor()
  await button(row('SC-912-M6-20'), 'Undo the change of SC-912-M6-20').click()
  expect(await pastedText(page).inputValue()).toContain('3. SC-912-M6-20   200 boxes of 50')
  await button(row('NH-934-M8'), 'Take 300 of NH-934-M8').click()

  // A part that replaces another keeps an amount that is still to be read.
  await button(row('HX-934-M8-40'), /with HX-933-M8-16/).click()
  await expect.poll(() => pastedText(page).inputValue()).toContain('6. HX-933-M8-16 5 gross')
  await button(main(page), /^Add 2 lines, keep 3 here/).click()
  await expectApart(page, '.cart-sum')
})

test('an amount that cannot be ordered, or may be a price, is one question with an answer that can be ordered', async ({
  open,
}) => {
  const { page } = await open()
  await page.goto('/cart')
  await hydrated(page)
  await paste(page, 'GR-15-24 3 dozen\nHX-933-M8-40 500 $0.12')
  const row = (sku: string) => listRows(page).filter({ hasText: sku })
  await shown(page, '2 lines need a look.').waitFor()
  await row('GR-15-24')
    .getByText(
      'How many pieces is “GR-15-24 3 dozen”? 36 pieces cannot be ordered. An order has at least 100 pieces.',
    )
    .waitFor()
  expect(await button(row('GR-15-24'), /^Take/).allInnerTexts()).toEqual(['Take 100'])
  await button(row('GR-15-24'), 'Take 100 of GR-15-24').click()
  await row('GR-15-24').getByText('Changed: “GR-15-24 3 dozen” → 100').waitFor()
  await row('HX-933-M8-40')
    .getByText('How many pieces is “HX-933-M8-40 500 $0.12”? Write the number of pieces.')
    .waitFor()
  await button(row('HX-933-M8-40'), 'Take 500 of HX-933-M8-40').click()
  await shown(page, /^2 lines, \$[\d,.]+\. All can be ordered\.$/).waitFor()
  await button(row('GR-15-24'), 'Undo the change of GR-15-24').click()
  await shown(page, '1 line can be ordered, 1 line needs a look.').waitFor()
  expect(await pastedText(page).inputValue()).toContain('GR-15-24 3 dozen')
})

test('a toast covers no bar at the bottom of the window, and the boxes to compare have a label', async ({
  open,
}) => {
  for (const viewport of [
    { width: 375, height: 800 },
    { width: 1280, height: 480 },
  ]) {
    const { page } = await open({ viewport })
    await page.goto('/parts/socket-screws')
    await hydrated(page)
    await page.locator(':text-is("Compare"):visible').first().waitFor()
    await page.getByRole('checkbox', { name: 'Compare SC-912-M6-20', exact: true }).check()
    await button(main(page), /^Add SC-912-M10-60 to the cart/).click()
    await expectApart(page, '.compare-bar')
  }
})

test('a text that names no part has no line to order', async ({ open }) => {
  const { page } = await open()
  await page.goto('/cart')
  await hydrated(page)
  await paste(page, 'Kind regards\nJane Doe')
  await shown(page, 'No line names a part.').waitFor()
  expect(await button(main(page), /^Add/).count()).toBe(0)
})

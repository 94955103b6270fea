import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './journey.ts'
import { cartRow, cartRows, listRows, MAIL_OF_TWENTY, paste, pastedText, shown } from './pasted-list.ts'
import { button, hydrated, main, toast } from './steps.ts'

test('a mail of twenty parts with six faults is in the cart after eight actions, and nothing was guessed', async ({
  open,
}) => {
  const { page } = await open({ reducedMotion: 'reduce' })
  await page.goto('/cart')
  await hydrated(page)
  let actions = 0
  const click = async (target: Locator): Promise<void> => {
    actions += 1
    await target.click()
  }
  const row = (text: string) => listRows(page).filter({ hasText: text })

  actions += 1
  await paste(page, MAIL_OF_TWENTY)
  await shown(page, '14 lines can be ordered, 6 lines need a look.').waitFor()
  expect(await listRows(page).count()).toBe(20)
  await main(page).getByText('Not parts (7)').waitFor()
  // The lines have the numbers of the text.
  expect(await row('DIN 934 M8 nuts 1000').getAttribute('data-line')).toBe('6')

  await row('DIN 934').getByText('Which part is it? 1,000 pieces were read.').waitFor()
  await row('DIN 934')
    .getByText(/^M8 · .*DIN 934/)
    .first()
    .waitFor()
  await click(button(row('DIN 934'), /with NH-934-M8 /))
  await row('NH-934-M8').getByText('Changed: “DIN 934 M8 nuts 1000” → NH-934-M8, 1,000').waitFor()
  await click(button(row('M6x20 socket screw'), /with SC-912-M6-20 /))
  await click(button(main(page), 'Fix the line that can be fixed'))
  await click(button(row('BB-608-2RS'), 'Take 100 of BB-608-2RS'))
  await click(button(row('GR-15-24'), 'Take 2,300 of GR-15-24'))
  await click(button(row('HX-933-M8-41'), /with HX-933-M8-16/))
  await shown(page, /^20 lines, .* All can be ordered\.$/).waitFor()
  await click(button(main(page), /^Add 20 lines to the cart/))
  await expect.poll(() => cartRows(page).count()).toBe(20)
  await cartRow(page, 'NH-934-M8').waitFor()
  expect(actions).toBe(8)
  // What names no part does not keep the list open.
  await toast(page, '20 lines added to the cart')
  await pastedText(page).waitFor({ state: 'detached' })
  await button(main(page), 'Paste a list').click()
  expect(await pastedText(page).inputValue()).toBe('')
})

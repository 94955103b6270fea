import { expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { listRows, paste, pastedText, shown } from './pasted-list.ts'
import { button, hydrated, main } from './steps.ts'

const TABLE = `Hello,
please quote:

Part number;Stock;Order qty;Price;Remark
HX-933-M8-40;5000;;0,12;
NH-934-M8;2000;500;0,05;"nut
zinc plated"
SC_912_M6_20;900;400;;on hold
Total;;900;;

Part\tMOQ\tQty\tPack
WA-125-M8\t100\t40\t50`

test('a table is read by the names of its columns, says which one is the quantity, and asks the rest', async ({
  open,
}) => {
  const { page } = await open({ viewport: { width: 375, height: 1400 } })
  await page.goto('/cart')
  await hydrated(page)
  await paste(page, TABLE)
  const row = (sku: string) => listRows(page).filter({ hasText: sku })
  await shown(page, '1 line can be ordered, 3 lines need a look.').waitFor()
  const notes = main(page).getByRole('list', { name: 'Columns as they were read' }).getByRole('listitem')
  expect(await notes.allInnerTexts()).toEqual([
    'Quantity from the column “Order qty”; not read: “Stock” and “Price”.',
    'Quantity from the column “Qty”; not read: “MOQ” and “Pack”.',
  ])
  expect(await axeViolations(page)).toEqual([])
  await main(page).getByText('Not parts (5)').waitFor()
  expect(await button(row('HX-933-M8-40'), /^Take/).allInnerTexts()).toEqual(['Take 100'])

  // What is on hold is ordered or not.
  await row('SC-912-M6-20').getByText('How many pieces is “SC_912_M6_20;900;400;;on hold”?').waitFor()
  await button(row('SC-912-M6-20'), 'Take 400 of SC-912-M6-20').click()
  await row('SC-912-M6-20').getByText('→ SC-912-M6-20, 400').waitFor()
  await button(row('SC-912-M6-20'), 'Undo the change of SC-912-M6-20').click()
  await button(row('SC-912-M6-20'), 'Remove SC-912-M6-20').click()
  expect(await pastedText(page).inputValue()).not.toContain('on hold')

  // A repaired row of a table is no row of it, so that no other column becomes its quantity.
  await button(row('WA-125-M8'), 'Take 100 of WA-125-M8').click()
  await row('WA-125-M8').getByText('Changed: 40 → 100').waitFor()
  await button(main(page), /^Add 2 lines, keep 1 here/).click()
  await shown(page, '1 line needs a look.').waitFor()
  expect(await pastedText(page).inputValue()).toContain('HX-933-M8-40;5000;;0,12;')
  expect(await pastedText(page).inputValue()).not.toContain('zinc plated')
})

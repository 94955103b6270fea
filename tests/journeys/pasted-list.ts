import type { Page } from 'playwright-core'
import { main } from './steps.ts'

/** Twenty lines, six with a fault: too few, off the step, too many, no quantity, unknown, and a part named twice. */
export const LIST = `Part number;Qty
HX-933-M8-40; 2400
SC-912-M6-20; 480
CS-7991-M6-20, 20
1k NH-934-M8
WA-125-M8\t1.000
BB-608-2RS
GR-15-24 5000
HX-933-M8-41 100
EB-580-M10 x 480
hx-933-m8-40 100
TR-976-M10-1000 100 pcs
NW-315-M6 100
WS-127-M8 100
BL-LM8UU 100
FP-R14-8 100
HI-50-50 100
SK-6336-40-M8 100
MG-N45-10-5 100
CO-705-20 100
RB-A-25-20-M6 100`

/**
 * A mail of twenty lines of parts, six with a fault: two in words, too few, too many, no quantity, unknown; with lines that
 * name no part around them.
 */
export const MAIL_OF_TWENTY = `Subject: Order 4711 of 12.03.2026
Hello Ms Miller,
please deliver to our works:

Article       Ordered
DIN 934 M8 nuts 1000
M6x20 socket screw stainless 500
CS-7991-M6-20 20 pcs
HX-933-M8-40 2,400 pcs
WA-125-M8     1.000 pcs
BB-608-2RS
HX-933-M8-41 100
GR-15-24 x 5000
TR-976-M10-1000 100 pcs
NW-315-M6 100
WS-127-M8 100
BL-LM8UU 100
FP-R14-8 100
HI-50-50 100
SK-6336-40-M8 100
MG-N45-10-5 100
CO-705-20 100
RB-A-25-20-M6 100
FS-6921-M8-25 100
CB-603-M8-60 200

Kind regards
Jane Doe
Tel. +49 30 1234567`

export const pastedText = (page: Page) => main(page).getByLabel('Part numbers and quantities')

export const listRows = (page: Page) =>
  main(page).getByRole('list', { name: 'Lines as they were read' }).getByRole('listitem')

export const cartRows = (page: Page) =>
  main(page).getByRole('list', { name: 'Lines of the cart' }).getByRole('listitem')

export const cartRow = (page: Page, sku: string) =>
  main(page)
    .getByRole('list', { name: 'Lines of the cart' })
    .getByRole('listitem', { name: sku, exact: true })

/** A text in the page that is not only for screen readers. */
export const shown = (page: Page, text: string | RegExp) =>
  main(page).locator('p:not(.sr-only)').getByText(text)

/** Pastes as the clipboard does it, with nothing focused. */
export const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)

import type { Page } from 'playwright-core'
import { fail, press, type Screen } from './screen.ts'

/** The page of a visitor's cart. */
export const cartScreens: readonly Screen[] = [
  { name: 'cart-empty', path: '/cart' },
  { name: 'cart-pasted', path: '/cart', act: pasteList },
  { name: 'cart-filled', path: '/cart', act: fillCart },
  { name: 'cart-of-60', path: '/cart', act: fillCartWithAll },
  { name: 'cart-failing', path: '/cart', intercepted: ['**/api/quote', fail], act: pasteList },
]

/** Faults of each kind: too few, off the step, too many, without a quantity, unknown, and a part named twice. */
const FAULTY_LIST = `HX-933-M8-40; 950; for the frame
SC-912-M6-20; 450
CS-7991-M6-20, 20
1k NH-934-M8
WA-125-M8\t1.000
BB-608-2RS
GR-15-24 5000
HX-933-M8-41 100
EB-580-M10 x 100
hx-933-m8-40 100`

const rowsOfPad = (page: Page) => page.getByRole('list', { name: 'Lines as they were read' })

async function pasteList(page: Page): Promise<void> {
  await emptyCart(page)
  await page.getByLabel('Part numbers and quantities').fill(FAULTY_LIST)
  await rowsOfPad(page).or(page.getByRole('alert')).first().waitFor()
  await page.getByText('need a look').or(page.getByRole('alert')).first().waitFor()
}

async function fillCart(page: Page): Promise<void> {
  await pasteList(page)
  await press(/^Add \d+ lines/)(page)
  await press('Close the list')(page)
  await page.getByLabel('Quantity of NH-934-M8').fill('90')
  await page.getByLabel('Quantity of EB-580-M10').fill('480')
  await press('Prices of HX-933-M8-40')(page)
}

async function emptyCart(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.removeItem('cart')
    sessionStorage.clear()
  })
  await page.reload()
}

/** All parts of the demo, some with a problem or with advice. */
async function fillCartWithAll(page: Page): Promise<void> {
  await emptyCart(page)
  await page.evaluate(async () => {
    const parts = await (await fetch('/api/product?limit=60')).json()
    const quantities = [100, 950, 450, 2000]
    const lines = parts.map(({ _id }: { _id: string }, index: number) => ({
      productId: _id,
      quantity: quantities[index % quantities.length],
    }))
    localStorage.setItem('cart', JSON.stringify({ version: 1, lines }))
  })
  await page.reload()
  await page.getByText('Total of 60 lines').waitFor()
}

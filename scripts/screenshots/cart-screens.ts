import type { Page } from 'playwright-core'
import { LIST, listRows, MAIL_OF_TWENTY } from '../../tests/journeys/pasted-list.ts'
import { press, type Screen } from './screen.ts'

/** The page of a visitor's cart. */
export const cartScreens: readonly Screen[] = [
  { name: 'cart-empty', path: '/cart' },
  { name: 'cart-pasted', path: '/cart', act: (page) => pasteText(page, LIST) },
  { name: 'cart-mail', path: '/cart', act: pasteMail },
  { name: 'cart-filled', path: '/cart', act: fillCart },
  { name: 'cart-estimate', path: '/cart', act: estimate },
  { name: 'cart-of-60', path: '/cart', act: fillCartWithAll },
  {
    name: 'cart-failing',
    path: '/cart',
    ready: 'h1',
    failing: '**/api/quote',
    act: (page) => pasteText(page, LIST),
  },
]

async function pasteMail(page: Page): Promise<void> {
  await pasteText(page, MAIL_OF_TWENTY)
  await page.getByText(/^Not parts/).click()
}

async function pasteText(page: Page, text: string): Promise<void> {
  await emptyCart(page)
  await page.getByLabel('Part numbers and quantities').fill(text)
  await listRows(page).or(page.getByRole('alert')).first().waitFor()
  await page.getByText('need a look').or(page.getByRole('alert')).first().waitFor()
}

async function fillCart(page: Page): Promise<void> {
  await pasteText(page, LIST)
  await press(/^Add \d+ lines/)(page)
  await press('Close the list')(page)
  await page.getByLabel('Quantity of NH-934-M8').fill('90')
  await page.getByLabel('Quantity of EB-580-M10').fill('480')
  await press('Prices of HX-933-M8-40')(page)
}

async function estimate(page: Page): Promise<void> {
  await fillCart(page)
  await press('Estimate delivery and tax')(page)
  await page.getByLabel('Deliver to').selectOption('FR')
  await page.getByText('The checkout has the exact sum.').waitFor()
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
  await page.getByText(/^To pay for \d+ lines$/).waitFor()
}

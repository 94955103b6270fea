import type { Page } from 'playwright-core'
import { press, type Screen } from './screen.ts'

const SHEET = '/dashboard/manageproducts?view=sheet'

/** Types into the palette and waits for what it finds. */
const find =
  (text: string) =>
  async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.getByRole('combobox').fill(text)
    await palette.getByText(/shown|Nothing|No answer|Type two/).waitFor()
  }

/** The lists of the seller: prices and stocks, archived products, reviews, users. */
export const sellerScreens: readonly Screen[] = [
  { name: 'price-sheet', path: SHEET, ready: 'tbody input' },
  { name: 'price-sheet-changes', path: SHEET, ready: 'tbody input', act: pasteColumns },
  { name: 'price-sheet-filled', path: `${SHEET}&q=M8`, ready: 'tbody input', act: fillPrices },
  { name: 'price-sheet-discarded', path: SHEET, ready: 'tbody input', act: discard },
  { name: 'price-sheet-loading', path: SHEET, loading: '**/api/product?*' },
  { name: 'price-sheet-failing', path: SHEET, failing: '**/api/product?*' },
  {
    name: 'price-sheet-nothing-found',
    path: `${SHEET}&q=nothing-has-this-name`,
    ready: 'h2:has-text("Nothing")',
  },
  { name: 'archived-none', path: '/dashboard/manageproducts?view=archived', ready: 'h2:has-text("Nothing")' },
  { name: 'archived-toast', path: SHEET, ready: 'tbody input', act: archive },
  { name: 'archived', path: '/dashboard/manageproducts?view=archived', ready: 'main li h3' },
  { name: 'manage-reviews', path: '/dashboard/reviews', ready: 'main li h3' },
  {
    name: 'manage-reviews-hidden-none',
    path: '/dashboard/reviews?hidden=true',
    ready: 'h2:has-text("No review")',
  },
  { name: 'manage-reviews-toast', path: '/dashboard/reviews', ready: 'main li h3', act: press('Hide') },
  { name: 'manage-reviews-hidden', path: '/dashboard/reviews?hidden=true', ready: 'main li h3' },
  { name: 'manage-reviews-loading', path: '/dashboard/reviews', loading: '**/api/rating?*' },
  { name: 'manage-reviews-failing', path: '/dashboard/reviews', failing: '**/api/rating?*' },
  { name: 'categories', path: '/dashboard/categories' },
  { name: 'categories-edit', path: '/dashboard/categories?edit=hexagon-screws', ready: 'main form' },
  {
    name: 'categories-errors',
    path: '/dashboard/categories?edit=-',
    ready: 'main form',
    act: press('Add category'),
  },
  {
    name: 'categories-shapes',
    path: '/dashboard/categories?edit=nuts',
    ready: 'main form section button[aria-pressed="true"]',
    act: openSecondShape,
  },
  {
    name: 'categories-shape-errors',
    path: '/dashboard/categories?edit=nuts',
    ready: 'main form section',
    act: saveWrongShape,
  },
  {
    name: 'categories-shape-no-model',
    path: '/dashboard/categories?edit=hinges-and-brackets',
    ready: 'main form section p:has-text("No shape is set")',
  },
  {
    name: 'categories-preview-failing',
    path: '/dashboard/categories?edit=nuts',
    failing: '**/preview*',
    ready: 'main form section button:has-text("Try again")',
  },
  {
    name: 'categories-models',
    path: '/dashboard/categories?models=hinges-and-brackets',
    ready: 'main section li',
  },
  { name: 'palette', path: '/dashboard/alluser', ready: 'td:has-text("@")', act: find('m8') },
  { name: 'palette-pages', path: '/dashboard/alluser', ready: 'td:has-text("@")', act: find('') },
  {
    name: 'palette-nothing',
    path: '/dashboard/alluser',
    ready: 'td:has-text("@")',
    act: find('nothing-has-this-name'),
  },
  {
    name: 'palette-failing',
    path: '/dashboard/alluser',
    ready: 'td:has-text("@")',
    failing: '**/api/orders?*',
    act: find('sample'),
  },
  {
    name: 'all-users-give-up',
    path: '/dashboard/alluser',
    ready: 'td:has-text("@")',
    act: press('Remove Admin'),
  },
]

/** Pastes prices and stocks, of which some are no values, into the first rows. */
async function pasteColumns(page: Page): Promise<void> {
  const cell = page.getByRole('textbox', { name: /^Price of/ }).nth(2)
  await cell.focus()
  await cell.evaluate((input) => {
    const data = new DataTransfer()
    data.setData('text/plain', '0.0512\n0.0001\n+4%\t*1.04\ncheap\n')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
}

async function fillPrices(page: Page): Promise<void> {
  await page.getByLabel('Change prices by').fill('+4%')
  await press(/^Change \d+ products$/)(page)
}

async function discard(page: Page): Promise<void> {
  await pasteColumns(page)
  await press('Discard')(page)
}

async function archive(page: Page): Promise<void> {
  await page
    .locator('button[aria-label^="Archive "]')
    .first()
    .evaluate((button: HTMLElement) => button.click())
}

const shapeAt = (page: Page, place: number) => page.locator('form details').nth(place)

async function openSecondShape(page: Page): Promise<void> {
  await shapeAt(page, 1).locator('summary').click()
}

/** A fixed value that no part can have. */
async function saveWrongShape(page: Page): Promise<void> {
  const shape = shapeAt(page, 0)
  await shape.locator('summary').click()
  await shape.getByLabel('Height', { exact: true }).selectOption('A fixed value')
  await shape.getByLabel('Height in mm').fill('tall')
  await press('Save category')(page)
  await shape.getByText('Height must be a number.').waitFor()
}

import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { textCell, workbook } from '../support/workbook.ts'
import { axeViolations, setWidth } from './axe.ts'
import { test } from './journey.ts'
import { cartRow, cartRows, listRows, paste, pastedText, shown } from './pasted-list.ts'
import { atPath, button, hydrated, isFocused, main, toast } from './steps.ts'

const quantityOf = (page: Page, sku: string) => main(page).getByLabel(`Quantity of ${sku}`)

const total = (page: Page) => main(page).locator('output')

const stored = (page: Page): Promise<{ quantity: number }[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{"lines":[]}').lines)

async function openCart(page: Page): Promise<void> {
  await page.goto('/cart')
  await hydrated(page)
}

describe('the cart', () => {
  test('says what is wrong with a line, and leaves it out only when asked', async ({ open, shop }) => {
    const { page } = await open()
    await openCart(page)
    await paste(page, 'EB-580-M10 100\nSC-912-M6-20 100\nGR-15-24 100')
    await button(main(page), /^Add 3 lines/).click()
    // The only sum beside those of the lines.
    await expect.poll(() => total(page).innerText()).toBe('$1,920.70')
    await setWidth(page, 1280)
    expect((await cartRow(page, 'EB-580-M10').boundingBox())?.height).toBeLessThanOrEqual(48)
    await quantityOf(page, 'EB-580-M10').fill('480')
    await expect.poll(() => cartRow(page, 'EB-580-M10').innerText()).toContain('$569.90')
    await button(cartRow(page, 'EB-580-M10'), 'Take 500 of EB-580-M10').click()
    expect(await quantityOf(page, 'EB-580-M10').inputValue()).toBe('500')
    await expect.poll(() => cartRow(page, 'EB-580-M10').innerText()).toContain('$558.05')
    await quantityOf(page, 'SC-912-M6-20').fill('150')
    await cartRow(page, 'SC-912-M6-20').getByText('Sold in multiples of 100.').waitFor()
    for (const wrong of ['1e9', 'many', '-5', '1.5', '']) {
      await quantityOf(page, 'EB-580-M10').fill(wrong)
      const said = wrong === '' ? 'How many pieces?' : `“${wrong}” is not a whole number of pieces.`
      await cartRow(page, 'EB-580-M10').getByText(`${said} The cart still has 500.`).waitFor()
      expect((await stored(page)).map(({ quantity }) => quantity)).toEqual([500, 150, 100])
    }
    await button(main(page), /check out$/).click()
    expect(await isFocused(quantityOf(page, 'EB-580-M10'))).toBe(true)
    await button(main(page), 'Keep 500 of EB-580-M10').click()
    expect(await quantityOf(page, 'EB-580-M10').inputValue()).toBe('500')
    await quantityOf(page, 'EB-580-M10').fill('0')
    // Zero pieces and a quantity between two steps are questions.
    expect(await button(main(page), /^Fix all/).count()).toBe(0)
    await quantityOf(page, 'EB-580-M10').fill('20')
    await quantityOf(page, 'SC-912-M6-20').fill('190')
    await button(main(page), 'Fix all that can be fixed (2)').click()
    await main(page)
      .getByText(/^Fixed:/)
      .waitFor()
    await cartRow(page, 'EB-580-M10').getByText('Changed: 20 → 100').waitFor()
    await cartRow(page, 'SC-912-M6-20').getByText('Changed: 190 → 200').waitFor()
    expect((await stored(page)).map(({ quantity }) => quantity)).toEqual([100, 200, 100])
    await button(main(page), 'Undo the change of SC-912-M6-20').click()
    expect((await stored(page)).map(({ quantity }) => quantity)).toEqual([100, 190, 100])
    await quantityOf(page, 'SC-912-M6-20').fill('150')
    await quantityOf(page, 'EB-580-M10').fill('0')
    // The total is that of the line that can be ordered.
    await expect.poll(() => total(page).innerText()).toBe('$1,794.63')
    await main(page).getByText('Total of 1 line', { exact: true }).waitFor()
    await main(page).getByText('2 lines cannot be ordered as they are.').waitFor()
    expect(await cartRow(page, 'SC-912-M6-20').locator('.cart-total').innerText()).toBe('–')

    await button(main(page), 'Remove EB-580-M10').click()
    await expect.poll(() => cartRows(page).count()).toBe(2)
    await button(page.getByRole('status'), 'Undo').first().click()
    await expect.poll(() => cartRows(page).count()).toBe(3)
    await page.reload()

    const prices = button(cartRow(page, 'GR-15-24'), 'Prices of GR-15-24')
    await prices.press('Enter')
    await main(page).getByRole('slider', { name: 'Price break of GR-15-24' }).press('ArrowRight')
    expect(await quantityOf(page, 'GR-15-24').inputValue()).toBe('500')
    await main(page).getByRole('table', { name: 'Prices by quantity' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await quantityOf(page, 'GR-15-24').fill('100')
    await button(main(page), 'Leave out 2 lines and check out').click()
    await atPath(page, '/login')
    const { body } = await shop.call('GET', '/api/part/SC-912-M6-20')
    const left = await page.evaluate(() => JSON.parse(sessionStorage.getItem('checkout-without') ?? '{}'))
    expect([left.without.length, left.without.includes(body._id)]).toEqual([2, true])
    expect(await stored(page)).toHaveLength(3)
  })

  test('keeps a part that is no longer sold, and replaces it by one click', async ({ open, shop, admin }) => {
    const part = await shop.addProduct(admin, { sku: 'EB-580-M11', name: 'Sample bolt', quantity: 1000 })
    const { page, expectErrors } = await open()
    expectErrors(/^404 GET \/drawings\/sample\.svg$/)
    await openCart(page)
    await paste(page, 'EB-580-M11 400')
    await button(main(page), /^Add 1 line/).click()
    await cartRow(page, 'EB-580-M11').waitFor()
    await shop.call('DELETE', `/api/product/${part._id}`, { as: admin })
    await page.reload()
    await cartRow(page, 'EB-580-M11').getByText('This part is no longer sold.').waitFor()
    expect(await button(main(page), /check out/i).isDisabled()).toBe(true)
    await button(cartRow(page, 'EB-580-M11'), /^Replace EB-580-M11 with EB-580-M10/).click()
    await cartRow(page, 'EB-580-M10').waitFor()
    expect(await quantityOf(page, 'EB-580-M10').inputValue()).toBe('400')
    expect(await stored(page)).toHaveLength(1)
  })

  test('keeps every text and line while quotes fail, over a reload, and with hostile pastes', async ({
    open,
  }) => {
    const { page, expectErrors } = await open()
    expectErrors(/^(500|429) POST \/api\/quote$/)
    let status = 500
    await page.route('**/api/quote', (route) => (status === 0 ? route.continue() : route.fulfill({ status })))
    await openCart(page)
    await pastedText(page).fill('EB-580-M10 100\nHX-933-M8-40 500')
    const failed = main(page).getByRole('alert').filter({ hasText: 'The list could not be checked' })
    await failed.waitFor()
    expect(await listRows(page).count()).toBe(2)
    await page.reload()
    await hydrated(page)
    expect(await pastedText(page).inputValue()).toBe('EB-580-M10 100\nHX-933-M8-40 500')
    status = 429
    await failed.waitFor()
    status = 0
    await button(failed, 'Try again').click()
    await button(main(page), /^Add 2 lines/).click()
    await toast(page, '2 lines added to the cart')
    await button(main(page), 'Paste a list').click()
    expect(await isFocused(pastedText(page))).toBe(true)

    const hostile = [
      'x'.repeat(90_000),
      '\u202eEB-580-M10 100\u202c',
      '<img src=x onerror=alert(1)>',
      '=HYPERLINK("x")',
      '1e9',
      '-5',
      '１００ EB-580-M10',
      '½',
      'w'.repeat(400),
    ]
    await pastedText(page).fill(hostile.join('\n'))
    await shown(page, /needs? a look\.$/).waitFor()
    await main(page).getByText('Not parts (4)').waitFor()
    expect(await listRows(page).count()).toBe(hostile.length - 4)
    for (const width of [320, 768]) {
      await setWidth(page, width)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `at ${width}`).toBeLessThanOrEqual(0)
    }
    await pastedText(page).fill('')
    await paste(page, Array.from({ length: 520 }, () => 'EB-580-M10 1').join('\n'))
    await shown(page, /^Only the first 500 lines are read at once\. The other 20 stay/).waitFor()
  })

  test('keeps a list with lines left closed over a reload, and its text', async ({ open }) => {
    const { page } = await open()
    await openCart(page)
    await pastedText(page).fill('EB-580-M10 100\nHX-933-M8-41 100')
    await button(main(page), /^Add 1 line/).click()
    await cartRow(page, 'EB-580-M10').waitFor()
    await page.reload()
    await pastedText(page).waitFor()
    await button(main(page), 'Close the list').click()
    await page.reload()
    await cartRow(page, 'EB-580-M10').waitFor()
    expect(await pastedText(page).count()).toBe(0)

    await button(main(page), 'Paste a list').click()
    await expect.poll(() => pastedText(page).inputValue()).toBe('HX-933-M8-41 100')
    await page.reload()
    await pastedText(page).waitFor()
  })

  test('takes a file, and says what is wrong with another', async ({ open }) => {
    const { page } = await open()
    await openCart(page)
    const file = main(page).getByLabel('Open a file')
    const text = (name: string, content: string, encoding: BufferEncoding = 'utf8') => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(content, encoding),
    })
    await file.setInputFiles(text('list.csv', '\ufeffPart;Qty\r\nEB-580-M10;100\r\n', 'utf16le'))
    await button(main(page), /^Add 1 line to the cart/).waitFor()
    const row = `<row r="1">${textCell('A1', 'WA-125-M8')}<c r="B1"><v>1000</v></c></row>`
    await file.setInputFiles({ name: 'list.xlsx', mimeType: 'text/csv', buffer: Buffer.from(workbook(row)) })
    await button(main(page), /^Add 2 lines to the cart/).waitFor()
    await file.setInputFiles(text('list.xlsx', 'PK\u0003\u0004…'))
    await main(page).getByText('This spreadsheet cannot be read.').waitFor()
    expect(await pastedText(page).inputValue()).toBe('Part;Qty\nEB-580-M10;100\nWA-125-M8\t1000')
  })

  test('says without scripts what it needs', async ({ open }) => {
    const { page, expectErrors } = await open({ javaScriptEnabled: false })
    expectErrors(/^csp GET \/assets\//)
    await page.goto('/cart')
    expect(await main(page).locator('noscript').innerText()).toBe('The cart needs JavaScript.')
    expect(await pastedText(page).isVisible()).toBe(false)
  })
})

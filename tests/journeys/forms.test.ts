import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, isFocused, main, partLabels, productAt } from './steps.ts'

/** Every form: its path, its button, its required fields, and the checkbox that enables the button. */
const FORMS = [
  ['/login', 'Login', ['Email', 'Password']],
  ['/register', 'Register', ['Full name', 'Email', 'Password'], 'I accept the terms'],
  ['/forgotpass', 'Send email for reset password', ['Email']],
  ['/reset-password?token=sample', 'Save', ['New password']],
  ['/verify-email?token=sample', 'Send a new mail', ['Email']],
  ['/dashboard', 'Save', ['Phone', 'Designation', 'Address']],
  ['/dashboard/review', 'Post review', ['Comment', 'Rating']],
  ['/dashboard/addproduct', 'Add Product', partLabels],
  ['/order/', /^Place order/, ['Phone', 'Address']],
] as const

describe('a form shows errors at its fields', () => {
  for (const [path, name, labels, box] of FORMS) {
    // spec: product-required
    test(`of ${path}: each empty field has an error until the user edits it`, async ({
      open,
      shop,
      admin,
    }) => {
      const isPrivate = /^\/(dashboard|order)/.test(path)
      const { page } = await open(isPrivate ? { as: await shop.signIn(admin) } : {})
      await page.goto(path === '/order/' ? path + (await productAt(shop, 0))._id : path)
      if (box) await main(page).getByLabel(box).check()
      const submit = button(main(page), name)
      await expect.poll(() => submit.isEnabled()).toBe(true)
      if (path === '/order/') await main(page).getByLabel('Quantity').fill('100')
      await submit.click()
      const [first, ...others] = labels
      const field = main(page).getByLabel(first, { exact: true })
      await expectFieldErrors(page, labels)
      await expect.poll(() => isFocused(field)).toBe(true)
      expect(await submit.evaluate((element: HTMLButtonElement) => element.form?.noValidate)).toBe(true)
      expect(await page.locator('.toast').count()).toBeLessThanOrEqual(1)
      expect(await main(page).getByRole('alert').count()).toBe(0)
      expect(await axeViolations(page)).toEqual([])
      await field.fill('5')
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe(null)
      await expectFieldErrors(page, others)
    })
  }

  test('for an invalid e-mail address, which gets the focus', async ({ open }) => {
    const { page } = await open()
    await page.goto('/login')
    await expect.poll(() => button(main(page), 'Login').isEnabled()).toBe(true)
    const email = main(page).getByLabel('Email')
    await email.fill('nobody')
    await main(page).getByLabel('Password').press('Enter')
    await main(page).getByText('This is not an e-mail address.').waitFor()
    await expect.poll(() => isFocused(email)).toBe(true)
  })

  test('for a price with two readings; the new reading is shown while the user types', async ({
    open,
    shop,
    admin,
  }) => {
    const { page } = await open({ as: await shop.signIn(admin) })
    await page.goto('/dashboard/addproduct')
    for (const label of partLabels) await main(page).getByLabel(label, { exact: true }).fill('1,000')
    await button(main(page), 'Add Product').click()
    await expectFieldErrors(page, ['Price'])
    await main(page).getByLabel('Price').fill('0,0425')
    await main(page).getByText('= $0.0425 per piece').waitFor()
    expect(await main(page).getByLabel('Price').getAttribute('aria-invalid')).toBe(null)
  })

  test('for a text that is too long, which stays as typed', async ({ open, shop }) => {
    const { page, expectErrors } = await open({ as: await shop.register() })
    expectErrors(/^422 PUT \/api\/user\//)
    await page.goto('/dashboard')
    const field = main(page).getByLabel('Address')
    await main(page).getByLabel('Phone').fill('555-0100')
    await main(page).getByLabel('Designation').fill('Buyer')
    await field.fill('x'.repeat(501))
    await button(main(page), 'Save').click()
    await main(page).getByText('The address can have at most 500 characters, you have 501.').waitFor()
    expect(await field.inputValue()).toHaveLength(501)
  })

  test('for a password that is too short, also when a script filled the field', async ({ open }) => {
    const { page } = await open()
    await page.goto('/reset-password?token=sample')
    const field = main(page).getByLabel('New password')
    await expect.poll(() => button(main(page), 'Save').isEnabled()).toBe(true)
    await field.evaluate((input: HTMLInputElement) => {
      input.value = 'short'
    })
    await button(main(page), 'Save').click()
    await main(page).getByText('The new password has to have at least 8 characters.').waitFor()
  })
})

/** Each field is marked as invalid and has a visible error message. */
async function expectFieldErrors(page: Page, labels: readonly string[]): Promise<void> {
  for (const label of labels) {
    const field = main(page).getByLabel(label, { exact: true })
    await expect.poll(() => field.getAttribute('aria-invalid'), { message: label }).toBe('true')
    const note = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`)
    expect(await note.innerText(), label).toMatch(/\S/)
  }
}

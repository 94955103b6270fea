import type { Page } from 'playwright-core'
import type { Scene, Screen } from './screen.ts'

/** The page of a customer as admins see it. */
export const customerDeskScreens = ({ paid, several }: Scene): readonly Screen[] => {
  const found = {
    path: `/dashboard/alluser?q=${encodeURIComponent(paid.email)}`,
    ready: 'td:has-text("@")',
  }
  return [
    { name: 'customer', ...found, act: openCustomer(paid.name) },
    {
      name: 'customer-noted',
      ...found,
      act: async (page) => {
        await openCustomer(paid.name)(page)
        await page.getByLabel('New note').fill('Wants one invoice a month.\nCall before noon.')
        await page.getByRole('button', { name: 'Add note' }).click()
        await page.getByRole('button', { name: 'Remove' }).last().waitFor()
      },
    },
    { name: 'enter-order', ...found, act: enterOrder(paid.name, '') },
    {
      name: 'enter-order-filled',
      ...found,
      act: enterOrder(
        paid.name,
        `${several.lines.map(({ sku, quantity }) => `${sku} x ${quantity}`).join('\n')}\nno-such-part 100`,
      ),
    },
    { name: 'customer-unknown', path: '/dashboard/customer/unknown' },
  ]
}

const enterOrder =
  (name: string, list: string) =>
  async (page: Page): Promise<void> => {
    await openCustomer(name)(page)
    await page.getByRole('main').getByRole('link', { name: 'Enter an order' }).click()
    await page.getByLabel('Part numbers and quantities').fill(list)
    if (list !== '') await page.locator('main form table').waitFor()
  }

const openCustomer =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
    await page.locator('#orders').waitFor()
    await page.locator('main table').first().waitFor()
  }

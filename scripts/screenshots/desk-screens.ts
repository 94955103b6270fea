import type { Page } from 'playwright-core'
import type { Scene, Screen } from './screen.ts'

/** The page of a customer as admins see it. */
export const customerDeskScreens = ({ paid }: Scene): readonly Screen[] => {
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
    { name: 'customer-unknown', path: '/dashboard/customer/unknown' },
  ]
}

const openCustomer =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
    await page.locator('#orders').waitFor()
    await page.locator('main table').first().waitFor()
  }

import { expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, heading, main, pathOf, productAt, rowOf, signIn, toast, verifyByLink } from './steps.ts'

test('an admin gives somebody the right to work on orders, who then sees the pages of it and of nothing else', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register({ name: 'Sample Customer' })
  const order = await shop.pay(customer, await shop.order(customer, await productAt(shop, 0)))
  const clerk = await verifyByLink(shop, await shop.register({ name: 'Sample Clerk' }))

  const { page: ofAdmin } = await open({ as: admin, reducedMotion: 'reduce' })
  await ofAdmin.goto('/dashboard/alluser')
  await button(rowOf(ofAdmin, clerk.email), 'Rights').click()
  await ofAdmin.getByRole('dialog').getByLabel('Orders').check()
  await button(ofAdmin, 'Save rights').click()
  await toast(ofAdmin, 'The rights of Sample Clerk are saved')
  await rowOf(ofAdmin, clerk.email).getByText('Staff: Orders').waitFor()
  await rowOf(ofAdmin, clerk.email).getByRole('link', { name: 'Security events' }).click()
  await heading(ofAdmin, 'Security events').waitFor()
  await rowOf(ofAdmin, 'Rights changed by an admin').waitFor()

  const browserWindow = await open({ as: clerk, reducedMotion: 'reduce' })
  browserWindow.expectErrors(/^403 GET \/api\/(settings|tax-rate)/)
  const { page } = browserWindow
  await page.goto('/')
  await button(page, 'Logout').click()
  await signIn(page, clerk, '/dashboard/overview')
  await heading(page, 'Overview').waitFor()
  const places = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  expect(await places.allInnerTexts()).toEqual([
    'My Profile',
    'Manage Orders',
    'All User',
    'Customers',
    'Overview',
    'My Orders',
    'Add a Review',
    'Invoices',
    'Addresses',
    'Lists',
    'Security',
  ])
  expect(await heading(page, 'Sales').count()).toBe(0)

  await page.goto(`/dashboard/order/${order._id}`)
  await button(main(page), 'Ship all')
    .or(button(main(page), /^Ship/))
    .first()
    .waitFor()
  expect(await main(page).getByText('Refund', { exact: true }).count()).toBe(0)

  await page.goto('/dashboard/settings')
  await main(page)
    .getByText(/needs the right “Settings”/)
    .waitFor()
  expect(await button(main(page), 'Try again').count()).toBe(0)
  expect(pathOf(page)).toBe('/dashboard/settings')
})

test('staff with people sign a user out everywhere, after a question, and not an admin', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register({ name: 'Sample Customer' })
  const clerk = await verifyByLink(shop, await shop.register({ name: 'Sample Clerk' }))
  const body = { rights: ['people'] }
  await shop.call('PUT', `/api/user/staff/${clerk.email}`, { as: admin, body })
  const { page } = await open({ as: clerk, reducedMotion: 'reduce' })
  await page.goto('/dashboard/alluser')
  await rowOf(page, customer.email).waitFor()
  expect(await button(rowOf(page, admin.email), 'End sessions').count()).toBe(0)
  expect(await button(rowOf(page, clerk.email), 'End sessions').count()).toBe(0)
  await button(rowOf(page, customer.email), 'End sessions').click()
  const dialog = page.getByRole('dialog', { name: 'Sign Sample Customer out everywhere?' })
  expect(await axeViolations(page)).toEqual([])
  await button(dialog, 'Cancel').click()
  expect((await shop.call('GET', '/api/session', { as: customer })).status).toBe(200)
  await button(rowOf(page, customer.email), 'End sessions').click()
  await button(dialog, 'Sign out').click()
  await toast(page, 'Sample Customer is signed out of 1 session')
  expect((await shop.call('GET', '/api/session', { as: customer })).status).toBe(401)
  await rowOf(page, customer.email).getByRole('link', { name: 'Security events' }).click()
  await rowOf(page, 'Session ended from another device or by the shop').waitFor()
})

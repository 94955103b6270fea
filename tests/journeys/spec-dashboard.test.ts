import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { productPagePath } from '#features/catalog/paths.ts'
import { STAFF_GROUPS } from '#features/dashboard/admin/admin-entries.tsx'
import { CUSTOMER_ENTRIES } from '#features/dashboard/frame/sidebar.tsx'
import { test } from './journey.ts'
import {
  atPath,
  button,
  fillLogin,
  fillPart,
  heading,
  link,
  main,
  partLabels,
  productAt,
  rowOf,
  toast,
  verifyByLink,
} from './steps.ts'

const columnsOf = (page: Page): Promise<string[]> => main(page).getByRole('columnheader').allTextContents()

const dashboardNav = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })

describe('the sidebar', () => {
  // spec: sidebar, sidebar-toggle
  test('has the links of a customer, and + toggles it on a small screen', async ({ open, shop }) => {
    const { page } = await open({ as: await shop.register() })
    await page.goto('/dashboard')
    await heading(page, 'My Profile').waitFor()
    const links = dashboardNav(page).getByRole('link')
    const names = ['My Profile', ...CUSTOMER_ENTRIES.map(({ label }) => label)]
    expect(names.slice(0, 3)).toEqual(['My Profile', 'My Orders', 'Add a Review'])
    expect(await links.allTextContents()).toEqual(names)
    await page.setViewportSize({ width: 767, height: 900 })
    expect(await links.first().isVisible()).toBe(false)
    const plus = main(page).getByRole('button', { name: '+' })
    await plus.click()
    expect(await links.first().isVisible()).toBe(true)
    await plus.click()
    expect(await links.first().isVisible()).toBe(false)
  })

  // spec: admin-sidebar
  test('has the links of an admin, and marks the one above the page', async ({ open, shop, admin }) => {
    const { page } = await open({ as: admin })
    await page.goto('/dashboard')
    await heading(page, 'My Profile').waitFor()
    const entries = STAFF_GROUPS.flatMap((group) => group.entries)
    const names = ['My Profile', ...entries.map(({ label }) => label), 'Security']
    expect(names.slice(0, 5)).toEqual([
      'My Profile',
      'Manage Orders',
      'Add Product',
      'Manage Product',
      'All User',
    ])
    expect(await dashboardNav(page).getByRole('link').allTextContents()).toEqual(names)
    const parts = dashboardNav(page).getByRole('list', { name: 'Parts' }).getByRole('link')
    expect(await parts.allTextContents()).toEqual(['Add Product', 'Manage Product'])
    // The shop's own search, cart and pages are for who buys.
    expect(await page.getByRole('search').count()).toBe(0)
    expect(
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^(Cart|Home|Blog)/ })
        .count(),
    ).toBe(0)
    const current = dashboardNav(page).locator('[aria-current]')
    expect(await current.allTextContents()).toEqual(['My Profile'])
    const product = await productAt(shop, 0)
    await page.goto(productPagePath(product._id))
    await heading(page, product.name).waitFor()
    expect(await current.allTextContents()).toEqual(['Manage Product'])
    await page.goto('/dashboard/categories')
    await link(main(page), 'Search words').click()
    await heading(page, 'Search words').waitFor()
    expect(await current.allTextContents()).toEqual(['Categories'])
  })
})

describe('the profile', () => {
  // spec: customer-profile, profile, profile-form, profile-required
  test('shows the user, and can be updated', async ({ open, shop }) => {
    const customer = await shop.register({ name: 'Sample Reader' })
    const { page } = await open({ as: customer })
    await page.goto('/dashboard')
    await main(page).getByRole('img', { name: 'Avatar of Sample Reader' }).waitFor()
    expect(await main(page).getByRole('term').allTextContents()).toEqual([
      'Full name',
      'Email',
      'Phone',
      'Address',
    ])
    await main(page).getByRole('heading', { name: 'Update Information' }).waitFor()
    await fillProfile(page)
    for (const label of ['Phone', 'Designation', 'Address']) {
      expect(await main(page).getByLabel(label).getAttribute('required'), label).not.toBe(null)
    }
    await button(main(page), 'Save').click()
    await toast(page, 'Profile updated')
    await main(page).getByText('Sample Buyer', { exact: true }).first().waitFor()
    const profile = await shop.call('GET', `/api/user/${customer.email}`, { as: customer })
    expect(profile.body).toMatchObject({ phone: '+1 555 0142', designation: 'Sample Buyer' })
  })

  // spec: profile-refused
  test('is not updated without a session, and shows an error', async ({ open, shop }) => {
    const customer = await shop.register()
    const browserWindow = await open({ as: customer })
    browserWindow.expectErrors(/^401 (PUT|GET) \/api\//)
    const { page } = browserWindow
    await page.goto('/dashboard')
    await heading(page, 'My Profile').waitFor()
    await fillProfile(page)
    await page.context().clearCookies()
    await button(main(page), 'Save').click()
    await toast(page, 'No user is logged in', 'alert')
  })
})

// spec: customer-profile, review-form, get-rating, post-rating
test('a review is posted with a rating in free text, and is shown on the home page', async ({
  open,
  shop,
}) => {
  const { page } = await open({ as: await shop.register({ name: 'Sample Reviewer' }) })
  await page.goto('/dashboard/review')
  await main(page).getByLabel('Comment').fill('A sample review from the form.')
  await main(page).getByLabel('Rating').fill('3,5 stars')
  expect(await main(page).getByLabel('Name').inputValue()).toBe('Sample Reviewer')
  await button(main(page), 'Post review').click()
  await toast(page, 'Review posted successfully')
  await page.goto('/')
  const slide = page
    .locator('[aria-roledescription="slide"]')
    .filter({ hasText: 'A sample review from the form.' })
  await slide.getByText('Sample Reviewer', { exact: true }).waitFor()
  await slide.getByRole('img', { name: '3.5 out of 5' }).waitFor()
})

test('what was typed into a form survives a reload and the end of the session, until it is sent', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const { page, expectErrors } = await open({ as: customer })
  const review = { Comment: 'A sample review that is kept.', Rating: '4.5', Name: 'Sample Writer' }
  const profile = { Phone: '+1 555 0177', Designation: 'Planner', Address: '7 Sample Road' }
  const typedIn = (texts: object) =>
    Promise.all(Object.keys(texts).map((label) => main(page).getByLabel(label, { exact: true }).inputValue()))
  const fill = async (texts: object) => {
    for (const [label, text] of Object.entries(texts)) {
      await main(page).getByLabel(label, { exact: true }).fill(text)
    }
  }
  await page.goto('/dashboard')
  await fill(profile)
  await page.goto('/dashboard/review')
  await fill(review)
  await page.reload()
  expect(await typedIn(review)).toEqual(Object.values(review))

  expectErrors(/^401 POST \/api\//)
  await shop.call('POST', '/api/auth/sign-out', { headers: { Cookie: customer.cookie, Origin: shop.url } })
  await button(main(page), 'Post review').click()
  await atPath(page, '/login')
  await fillLogin(page, customer)
  await atPath(page, '/dashboard/review')
  expect(await typedIn(review)).toEqual(Object.values(review))
  await button(main(page), 'Post review').click()
  await toast(page, 'Review posted successfully')
  await page.reload()
  expect(await typedIn(review)).toEqual(['', '', customer.name])

  await link(page, 'My Profile').click()
  expect(await typedIn(profile)).toEqual(Object.values(profile))
  await button(main(page), 'Save').click()
  await toast(page, 'Profile updated')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('drafts'))).toBe(null)
  expect(await typedIn(profile)).toEqual(Object.values(profile))
})

describe('an admin', () => {
  // spec: admin-products, manage-products, product-form, product-required, get-product, post-product
  // spec: delete-product, price-unit
  test('adds a product and deletes it after a confirmation', async ({ open, shop, admin }) => {
    const { image } = await productAt(shop, 0)
    const { page } = await open({ as: admin })
    await page.goto('/dashboard/addproduct')
    const fields = {
      Name: 'Sample part of the form',
      Price: '0.125',
      Quantity: '1200',
      Description: 'A part to test with.',
      'Image URL': image,
    }
    await button(main(page), 'Add Product').click()
    for (const label of partLabels) {
      expect(await main(page).getByLabel(label).getAttribute('aria-invalid'), label).toBe('true')
    }
    await fillPart(page, fields)
    await button(main(page), 'Add Product').click()
    await toast(page, 'Product added successfully')

    await page.goto('/dashboard/manageproducts')
    await main(page).getByRole('heading', { name: 'All Products (61)', exact: true }).waitFor()
    const row = main(page).getByRole('row').filter({ hasText: fields.Name })
    await row.getByRole('img', { name: fields.Name }).waitFor()
    for (const text of ['$0.125 per piece', fields.Description]) {
      await row.getByText(text, { exact: true }).waitFor()
    }
    // On hand and for sale.
    expect(await row.getByRole('cell', { name: '1,200', exact: true }).count()).toBe(2)
    await button(row, 'Delete').click()
    await button(page.getByRole('dialog', { name: 'Are you sure?' }), 'Yes').click()
    await toast(page, 'Product deleted successfully')
    await main(page).getByRole('heading', { name: 'All Products (60)', exact: true }).waitFor()
    expect(await row.count()).toBe(0)
    const deleted = main(page).getByRole('row').filter({ hasText: 'Deleted ·' })
    const place = await deleted.evaluate((element) =>
      [...(element.parentElement?.children ?? [])].indexOf(element),
    )
    expect(place).toBe(0)
    await page.getByRole('status').getByText('Product deleted successfully').waitFor({ state: 'detached' })
    await button(deleted, 'Undo').click()
    await deleted.waitFor({ state: 'detached' })
    await row.waitFor()
    await main(page).getByRole('heading', { name: 'All Products (61)', exact: true }).waitFor()
  })

  // spec: admin-users, all-users, make-admin, put-user-admin, promotion-refused
  test('makes a user an admin once, and sees an error when that fails', async ({ open, shop, admin }) => {
    const user = await verifyByLink(shop, await shop.register({ name: 'Sample Helper' }))
    const browserWindow = await open({ as: admin })
    browserWindow.expectErrors(/^403 PUT \/api\/user\/admin\//)
    const { page } = browserWindow
    const { body } = await shop.call('GET', '/api/user', { as: admin })
    await page.goto('/dashboard/alluser')
    await main(page)
      .getByRole('heading', { name: `Total Users: ${body.length}`, exact: true })
      .waitFor()
    await rowOf(page, user.email).waitFor()
    expect(await columnsOf(page)).toEqual(['#', 'Name', 'Email', 'Designation', 'Make Admin'])
    expect(await button(rowOf(page, admin.email), 'Make Admin').count()).toBe(0)

    await page.route('**/api/user/admin/*', (route) => route.fulfill({ status: 403 }))
    const dialog = page.getByRole('dialog', { name: 'Make Sample Helper an admin?' })
    await button(rowOf(page, user.email), 'Make Admin').click()
    await dialog.getByText(user.email).waitFor()
    await button(dialog, 'Yes').click()
    await toast(page, 'Failed to Make an admin', 'alert')
    await page.unroute('**/api/user/admin/*')
    await button(rowOf(page, user.email), 'Make Admin').click()
    await button(dialog, 'No').click()
    expect((await shop.call('GET', `/api/admin/${user.email}`, { as: user })).body).toEqual({
      admin: false,
      rights: [],
    })
    await button(rowOf(page, user.email), 'Make Admin').click()
    await button(dialog, 'Yes').click()
    await toast(page, 'Successfully made an admin')
    await button(rowOf(page, user.email), 'Make Admin').waitFor({ state: 'detached' })
  })

  // spec: manage-orders, row-unpaid, admin-payment
  test('sees each order with its payment and its shifting', async ({ open, shop, admin }) => {
    const customer = await shop.register()
    const order = await shop.order(customer, await productAt(shop, 0))
    const { page } = await open({ as: admin })
    await page.goto('/dashboard/manageorders')
    const row = rowOf(page, order._id)
    await row.waitFor()
    expect(await columnsOf(page)).toEqual(
      expect.arrayContaining(['#', 'Id', 'Product', 'Quantity', 'Price', 'Payment', 'Shifting']),
    )
    expect(await row.getByText('Not paid yet', { exact: true }).count()).toBe(2)
    expect(await button(row, 'Not paid yet').isDisabled()).toBe(true)
    const colors = await row
      .getByText('Not paid yet', { exact: true })
      .evaluateAll((all) => all.map((words) => getComputedStyle(words).color))
    expect(new Set(colors).size, 'one text is red').toBe(2)
    expect(await row.getByRole('time').getAttribute('datetime')).toBe(order.createdAt)
    expect(await link(row, order.number).getAttribute('href')).toBe(`/dashboard/order/${order._id}`)
    await button(row, 'Copy order id').waitFor()
  })
})

async function fillProfile(page: Page): Promise<void> {
  await main(page).getByLabel('Phone').fill('+1 555 0142')
  await main(page).getByLabel('Designation').fill('Sample Buyer')
  await main(page).getByLabel('Address').fill('2 Sample Street, Sample Town')
}

import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { PASSWORD } from '#tests/support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import {
  accessToken,
  atPath,
  button,
  fillLogin,
  fillOrder,
  heading,
  link,
  mailedLink,
  mailsTo,
  main,
  placeOrder,
  productAt,
  rowOf,
  toast,
} from './steps.ts'

const CONFIRMED = 'Your e-mail address is confirmed'

const emailField = (page: Page) => main(page).getByLabel('Email')

/** Fills and submits the open register form. */
async function registerAs(page: Page, email: string): Promise<void> {
  await main(page).getByLabel('Full name').fill('Sample Customer')
  await emailField(page).fill(email)
  await main(page).getByLabel('Password').fill(PASSWORD)
  await main(page).getByLabel('I accept the terms').check()
  await button(main(page), 'Register').click()
}

/** Whether the address is confirmed, as an admin reads it. */
async function isConfirmed(shop: RunningShop, admin: { token: string }, email: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${admin.token}` }
  const { body } = await shop.call('GET', `/api/user?q=${encodeURIComponent(email)}`, { headers })
  return body[0].emailVerified === true
}

describe('the mailed link', () => {
  test('confirms the address by its button in the session of the account', async ({ open, shop, admin }) => {
    const { page } = await open()
    const email = 'own-session@example.com'
    await page.goto('/register')
    await registerAs(page, email)
    await atPath(page, '/')

    const answer = await page.goto(await mailedLink(shop, email))
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    await heading(page, 'Confirm your e-mail address').waitFor()
    const confirm = button(main(page), 'Confirm address')
    await expect.poll(() => confirm.isEnabled()).toBe(true)
    expect(await main(page).getByLabel('Password').count()).toBe(0)
    expect(await isConfirmed(shop, admin, email)).toBe(false)
    await confirm.click()
    await heading(page, CONFIRMED).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain(`${email} is confirmed.`)
    expect(await isConfirmed(shop, admin, email)).toBe(true)
    await page.reload()
    await heading(page, CONFIRMED).waitFor()
    expect(await link(main(page), 'To my orders').getAttribute('href')).toBe('/dashboard/myorders')
  })

  test('needs the password without that session, and does not sign in', async ({ open, shop, admin }) => {
    const customer = await shop.register()
    const path = await mailedLink(shop, customer.email)
    const browserWindow = await open()
    browserWindow.expectErrors(/^401 POST \/api\/auth\/verify-email$/)
    const { page } = browserWindow
    await page.goto(path)
    const password = main(page).getByLabel('Password')
    const confirm = button(main(page), 'Confirm address')
    await confirm.click()
    await main(page).getByText('The password is required.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await password.fill('not the password')
    await confirm.click()
    await main(page).getByText('Error: This is not the password of this account.').waitFor()
    expect(await isConfirmed(shop, admin, customer.email)).toBe(false)
    await password.fill(customer.password)
    await confirm.click()
    await heading(page, CONFIRMED).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await isConfirmed(shop, admin, customer.email)).toBe(true)
    expect(await accessToken(page)).toBe(null)
    await link(main(page), 'Go to Login').click()
    expect(await emailField(page).inputValue()).toBe(customer.email)
  })

  test('needs the password in the session of another account too', async ({ open, shop }) => {
    const customer = await shop.register()
    const other = await shop.register()
    const { page } = await open({ as: other })
    await page.goto(await mailedLink(shop, customer.email))
    await main(page).getByText(`You are signed in as ${other.email} here.`).waitFor()
    await main(page).getByLabel('Password').fill(customer.password)
    await button(main(page), 'Confirm address').click()
    await heading(page, CONFIRMED).waitFor()
    expect(await button(page, 'Logout').isVisible()).toBe(true)
  })

  test('leads a reader who did not register to a new password', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open()
    await page.goto(await mailedLink(shop, customer.email))
    await expect.poll(() => button(main(page), 'Confirm address').isEnabled()).toBe(true)
    await link(main(page), 'Set a new password').click()
    await heading(page, 'Forgot password').waitFor()
    expect(await emailField(page).inputValue()).toBe(customer.email)
  })

  test('that has expired offers another mail', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open()
    await page.goto(`${await mailedLink(shop, customer.email)}x`)
    await main(page).getByText('This link is too old or is not whole.').waitFor()
    await emailField(page).fill(customer.email)
    await button(main(page), 'Send a new mail').click()
    await main(page).getByText('A new mail is on its way').waitFor()
    await expect.poll(async () => (await mailsTo(shop, customer.email)).length).toBe(2)
  })
})

describe('a signed-in user with an unconfirmed address', () => {
  test('can request another mail on the profile until the address is confirmed', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open({ as: customer })
    await page.goto('/dashboard')
    await main(page).getByText('Your e-mail address is not confirmed yet.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await link(main(page), 'Send the confirmation mail again').click()
    await main(page).getByText('The link in a mail confirms your address.').waitFor()
    expect(await emailField(page).inputValue()).toBe(customer.email)
    expect(await main(page).getByText('This link is too old').count()).toBe(0)
    await button(main(page), 'Send a new mail').click()
    await main(page).getByText('A new mail is on its way').waitFor()
    await expect.poll(async () => (await mailsTo(shop, customer.email)).length).toBe(2)
    await page.goto(await mailedLink(shop, customer.email))
    await button(main(page), 'Confirm address').click()
    await heading(page, CONFIRMED).waitFor()
    await page.goto('/dashboard')
    await heading(page, 'My Profile').waitFor()
    expect(await main(page).getByText('Your e-mail address is not confirmed yet.').count()).toBe(0)
  })

  test('has the address in the form of that page, also after a direct load', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open({ as: customer })
    await page.goto('/verify-email')
    await expect.poll(() => emailField(page).inputValue()).toBe(customer.email)
  })

  test('can request another mail when too many unpaid orders refuse an order', async ({ open, shop }) => {
    const browserWindow = await open({ as: await shop.register() })
    browserWindow.expectErrors(/^409 POST \/api\/order$/)
    const { page } = browserWindow
    const detail = 'You have 10 unpaid orders, the most until your e-mail is confirmed.'
    const json = { type: 'about:blank', title: 'Conflict', status: 409, code: 'too_many_unpaid', detail }
    await page.route('**/api/order', (route) => route.fulfill({ status: 409, json }))
    await page.goto(`/order/${(await productAt(shop, 0))._id}`)
    await fillOrder(page, 100)
    await placeOrder(page).click()
    const notice = main(page).getByRole('alert').filter({ hasText: detail })
    await notice.getByRole('link', { name: 'Send the confirmation mail again' }).click()
    await atPath(page, '/verify-email')
  })
})

describe('a typed e-mail address', () => {
  test('is kept from Login to Forgot Password and Register, and back', async ({ open }) => {
    const { page } = await open()
    const email = 'typed@example.com'
    await page.goto('/login?returnTo=%2Fblog')
    await expect.poll(() => button(main(page), 'Login').isEnabled()).toBe(true)
    await emailField(page).fill(email)
    await link(main(page), 'Forgot Password').click()
    await heading(page, 'Forgot password').waitFor()
    expect(await emailField(page).inputValue()).toBe(email)
    await page.goBack()
    await heading(page, 'Login').waitFor()
    expect(await emailField(page).inputValue()).toBe(email)
    await link(main(page), 'Register').click()
    await heading(page, 'Register').waitFor()
    expect(await emailField(page).inputValue()).toBe(email)
    expect(page.url()).not.toContain('typed')
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain('typed')
  })

  test('is deleted after the sign-in', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open()
    await page.goto('/login')
    await fillLogin(page, customer)
    // The header changes before the page.
    await atPath(page, '/')
    await button(page, 'Logout').click()
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await heading(page, 'Login').waitFor()
    expect(await emailField(page).inputValue()).toBe('')
  })
})

test('"Mail has been sent" stays on the page after the toast is removed', async ({ open }) => {
  const { page } = await open()
  await page.goto('/forgotpass')
  await emailField(page).fill('nobody@example.com')
  await button(main(page), 'Send email for reset password').click()
  await toast(page, 'Mail has been sent')
  await page.locator('.toast').waitFor({ state: 'detached' })
  await main(page).getByText('Mail has been sent').waitFor()
})

test('who chose a new password is not told that a session has ended', async ({ open, shop }) => {
  const customer = await shop.register()
  const { page } = await open()
  await page.goto('/login')
  await page.evaluate(() => sessionStorage.setItem('sessionEnd', '"by shop"'))
  await page.reload()
  const notice = main(page).getByText('Your session has ended.')
  await notice.waitFor()
  await link(main(page), 'Forgot Password').click()
  await emailField(page).fill(customer.email)
  await button(main(page), 'Send email for reset password').click()
  await page.goto(await mailedLink(shop, customer.email, /https?:\/\/\S+reset-password\S*/))
  await main(page).getByLabel('New password').fill('another long password')
  await button(main(page), 'Save').click()
  await heading(page, 'Login').waitFor()
  await main(page).getByText('Sign in to order parts').waitFor()
  expect(await notice.count()).toBe(0)
})

test('a user with an account can sign in instead, with the same return path', async ({ open, shop }) => {
  const customer = await shop.register()
  const browserWindow = await open()
  browserWindow.expectErrors(/^422 POST \/api\/auth\/sign-up\/email$/)
  const { page } = browserWindow
  await page.goto('/register?returnTo=%2Fdashboard%2Fmyorders')
  await registerAs(page, customer.email)
  await main(page)
    .getByRole('alert')
    .getByText(/^Error: User already exists/)
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await main(page).getByRole('alert').getByRole('link', { name: 'Sign in instead' }).click()
  await heading(page, 'Login').waitFor()
  expect(await emailField(page).inputValue()).toBe(customer.email)
  await main(page).getByLabel('Password').fill(customer.password)
  await button(main(page), 'Login').click()
  await atPath(page, '/dashboard/myorders')
})

test('the footer offers an account only to visitors', async ({ open, shop }) => {
  const footer = (page: Page) => page.getByRole('contentinfo')
  const offer = (page: Page) => footer(page).getByRole('link', { name: 'Open an account' })
  const visitorPage = (await open()).page
  await visitorPage.goto('/blog')
  await offer(visitorPage).waitFor()
  const { page } = await open({ as: await shop.register() })
  // Also before hydration.
  await page.route('**/assets/*.js', (route) => route.abort('aborted'))
  await page.goto('/blog')
  expect(await offer(page).count()).toBe(0)
  await page.unroute('**/assets/*.js')
  await page.goto('/blog')
  await button(page, 'Logout').waitFor()
  expect(await offer(page).count()).toBe(0)
  expect(await footer(page).getByRole('list').count()).toBeGreaterThanOrEqual(2)
  await button(page, 'Logout').click()
  await offer(page).waitFor()
})

test('Make Admin shows that an address is not confirmed', async ({ open, shop, admin }) => {
  const customer = await shop.register()
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/alluser')
  const row = rowOf(page, customer.email)
  await row.getByText('E-mail not confirmed', { exact: true }).waitFor()
  expect(await button(row, 'Make Admin').isDisabled()).toBe(true)
  await rowOf(page, admin.email).waitFor()
  expect(await rowOf(page, admin.email).getByText('E-mail not confirmed').count()).toBe(0)
})

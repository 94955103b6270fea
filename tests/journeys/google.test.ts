import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newId } from '#kit/id.ts'
import { test } from './journey.ts'
import { accessToken, atPath, button, heading, main, productAt } from './steps.ts'

interface Identity {
  readonly name: string
  readonly email: string
}

const newIdentity = (): Identity => ({ name: 'Sample Visitor', email: `visitor-${newId()}@example.com` })

async function openGoogleForm(page: Page): Promise<void> {
  await button(main(page), 'Continue with Google').click()
  await heading(page, 'Google sandbox').waitFor()
}

async function fillGoogleForm(page: Page, { name, email }: Identity): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await button(page, 'Continue').click()
}

test('a new user gets an account by Google and returns to the requested page; later sign-ins use the same account', async ({
  open,
  shop,
}) => {
  const product = await productAt(shop, 0)
  const who = newIdentity()
  const { page } = await open()
  await page.goto(`/order/${product._id}`)
  await atPath(page, '/login')
  await openGoogleForm(page)
  await fillGoogleForm(page, who)
  await heading(page, product.name).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(who.email)
  expect(await accessToken(page)).not.toBe(null)

  await page.goto('/dashboard')
  await button(page, 'Logout').click()
  await page.goto('/register')
  await main(page).getByRole('link', { name: 'the terms', exact: true }).waitFor()
  await openGoogleForm(page)
  await fillGoogleForm(page, { ...who, name: 'Another Name' })
  await button(page, 'Logout').waitFor()
  await page.goto('/dashboard')
  await main(page).getByText(who.name).first().waitFor()
})

test('a user who cancels at Google sees that on the sign-in page, is not signed in, and can try again', async ({
  open,
}) => {
  const who = newIdentity()
  const { page } = await open()
  await page.goto('/dashboard/myorders')
  await openGoogleForm(page)
  await button(page, 'Cancel').click()
  await page.getByRole('alert').getByText('Error: The sign-in with Google was cancelled.').waitFor()
  await atPath(page, '/login')
  expect(await accessToken(page)).toBe(null)
  await openGoogleForm(page)
  await fillGoogleForm(page, who)
  await atPath(page, '/dashboard/myorders')
  await heading(page, 'My Orders').waitFor()
})

test('who signs in with Google alone does so again where that is wanted, in the same account, and comes back to the page', async ({
  open,
}) => {
  const who = newIdentity()
  const browserWindow = await open({ reducedMotion: 'reduce' })
  browserWindow.expectErrors(/^401 GET \/api\/auth\/passkey\/generate-register-options$/)
  const { page } = browserWindow
  await page.goto('/login?returnTo=%2Fdashboard%2Fsecurity')
  await openGoogleForm(page)
  await fillGoogleForm(page, who)
  await atPath(page, '/dashboard/security')
  // As after more than 15 minutes.
  const refusal = { code: 'sign_in_again', status: 401, title: 'Not fresh', detail: 'Sign in again.' }
  const answer = { status: 401, contentType: 'application/problem+json', body: JSON.stringify(refusal) }
  await page.route('**/generate-register-options', (route) => route.fulfill(answer))
  const signInAgain = async (identity: Identity) => {
    await page.getByLabel('Name of the passkey').fill('Laptop')
    await button(main(page), 'Add a passkey').click()
    await button(page.getByRole('dialog', { name: 'Sign in again' }), 'Use Google').click()
    await heading(page, 'Google sandbox').waitFor()
    await fillGoogleForm(page, identity)
  }
  await signInAgain(newIdentity())
  await page.getByRole('alert').getByText('This Google account is not that of the account').waitFor()
  await main(page).getByRole('link', { name: 'Back', exact: true }).click()
  await atPath(page, '/dashboard/security')
  await signInAgain(who)
  await atPath(page, '/dashboard/security')
  await main(page).getByText(who.email, { exact: true }).waitFor()
})

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openDatabase } from '#kit/db/db.ts'
import { HOUR_MS } from '#kit/time.ts'
import { sessionOf } from '../support/browser.ts'
import { appCode, secretIn } from '../support/factor.ts'
import { emptyStorage, type Storage, startShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { counter } from './counter.ts'
import { test as base } from './journey.ts'
import { accessToken, atPath, button, fillLogin, isFocused, mailedLink, main, rowOf, toast } from './steps.ts'

let storage: Storage

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  .extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const resources = new AsyncDisposableStack()
    onCleanup(() => resources.disposeAsync())
    storage = resources.use(await emptyStorage())
    return resources.use(await startShop({ storage }))
  })

/** So that what is for the owner alone asks again. */
async function makeSessionsOld(): Promise<void> {
  const { db, close } = openDatabase(storage)
  const at = Date.now() - HOUR_MS
  await db
    .updateTable('session')
    .set({ createdAt: new Date(at).toISOString(), provedAt: at })
    .execute()
  await close()
}

test('a customer ends the session of another device, and changes the password, which is asked for in place after an hour', async ({
  open,
  shop,
}) => {
  const here = await shop.register({ name: 'Sample Customer' })
  const there = await shop.signIn(here)
  const browserWindow = await open({ as: here, reducedMotion: 'reduce' })
  browserWindow.expectErrors(/^401 POST \/api\/(auth\/change-password|sign-in-again)$/)
  const { page } = browserWindow
  await page.goto('/dashboard/security')
  await main(page).getByRole('button', { name: 'Sign out Unknown browser' }).click()
  await toast(page, 'The session has ended')
  expect((await shop.call('GET', '/api/session', { as: there })).status).toBe(401)
  expect(await axeViolations(page)).toEqual([])

  await makeSessionsOld()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await page.getByLabel('Current password').fill(here.password)
  await page.getByLabel('New password').fill('quiet-harbour-lamp-7')
  await button(main(page), 'Change password').click()
  await dialog.getByLabel('Password').fill('not the password')
  await button(dialog, 'Go on').click()
  await dialog.getByText('This is not the password of your account.').waitFor()
  await dialog.getByLabel('Password').fill(here.password)
  await page.keyboard.press('Enter')
  await toast(page, 'Password changed')
  expect(await page.getByLabel('New password').inputValue()).toBe('')
  await page.reload()
  await rowOf(page, 'Password changed').waitFor()
  await rowOf(page, 'Session ended from another device').waitFor()
  await shop.signIn({ ...here, password: 'quiet-harbour-lamp-7' })
})

test('the question for a fresh sign-in is answered by keys, counts in every tab, and leads to sign-in where the session has ended', async ({
  open,
  shop,
}) => {
  const here = await shop.register({ name: 'Sample Customer' })
  const there = await shop.signIn(here)
  const browserWindow = await open({ as: here, reducedMotion: 'reduce' })
  browserWindow.expectErrors(/^401 /)
  const { page } = browserWindow
  const question = (tab: Page) => tab.getByRole('dialog', { name: 'Sign in again' })
  const ask = async (tab: Page) => {
    await makeSessionsOld()
    await tab.getByLabel('New e-mail').fill(`new-${here.email}`)
    await button(main(tab), 'Change e-mail').focus()
    await tab.keyboard.press('Enter')
    await expect.poll(() => isFocused(question(tab).getByLabel('Password'))).toBe(true)
  }
  await page.goto('/dashboard/security')
  await ask(page)
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'hidden' })
  expect(await page.getByLabel('New e-mail').inputValue()).toBe(`new-${here.email}`)
  await expect.poll(() => isFocused(button(main(page), 'Change e-mail'))).toBe(true)

  const tab = await page.context().newPage()
  await tab.goto('/dashboard/security')
  await ask(tab)
  await tab.keyboard.type(here.password)
  await tab.keyboard.press('Enter')
  await main(tab).getByText('A mail is on its way').waitFor()
  // What was asked in the other tab is answered here too.
  await page.keyboard.press('Enter')
  await main(page).getByText('A mail is on its way').waitFor()
  await page.reload()
  await ask(page)
  await shop.call('DELETE', '/api/session', { as: there })
  await page.keyboard.type(here.password)
  await page.keyboard.press('Enter')
  await atPath(page, '/login')
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/dashboard/security')
  await fillLogin(page, here)
  await atPath(page, '/dashboard/security')
})

test('a customer changes the e-mail by a mailed link, another browser goes on, and the old address takes it back', async ({
  open,
  shop,
}) => {
  const here = await shop.register({ name: 'Sample Customer' })
  const there = await shop.signIn(here)
  const email = `new-${here.email}`
  const { page } = await open({ as: here, reducedMotion: 'reduce' })
  await page.goto('/dashboard/security')
  await page.getByLabel('New e-mail').fill(email)
  await button(main(page), 'Change e-mail').click()
  await main(page).getByText(`A mail is on its way to ${email}.`).waitFor()
  const link = await mailedLink(shop, email, /https?:\/\/\S+\/new-email\?\S+/)
  await page.goto(link)
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Confirm address').click()
  await main(page).getByText(`Your e-mail address is ${email} now.`).waitFor()
  await main(page).getByRole('link', { name: 'To Security' }).click()
  await main(page).getByText(`Your account has the address ${email}.`).waitFor()
  await rowOf(page, 'E-mail changed').waitFor()

  // Its token still has the old address.
  const other = await open({ as: there, reducedMotion: 'reduce' })
  other.expectErrors(/^40[13] /)
  await other.page.goto('/dashboard')
  await main(other.page).getByText(email, { exact: true }).waitFor()

  await page.goto(await mailedLink(shop, here.email, /https?:\/\/\S+\/new-email\/undo\S+/))
  await button(main(page), 'Take the change back').click()
  await main(page).getByText(`Your account has the address ${here.email} again`).waitFor()
  expect((await shop.call('GET', '/api/session', { as: there })).status).toBe(401)
  await shop.signIn(here)
})

test('a customer sets up a second factor in six actions, and signs in with a code, and with a backup code in another tab', async ({
  open,
  shop,
}) => {
  const ada = await shop.register({ name: 'Sample Customer' })
  const browserWindow = await open({ as: ada, reducedMotion: 'reduce' })
  browserWindow.expectErrors(/^401 POST \/api\/user\//)
  const { page } = browserWindow
  const { act, counted } = counter(page)
  await page.goto('/dashboard/security')
  await act(() => button(main(page), 'Set up second factor').click())
  await act(() => page.getByLabel('Your password').fill(ada.password))
  await act(() => page.keyboard.press('Enter'))
  await page.getByRole('img', { name: 'QR code for your app' }).waitFor()
  const key = await main(page).locator('code').innerText()
  const factor = { secret: secretIn(`otpauth://totp/?secret=${key.replaceAll(' ', '')}`), backupCodes: [] }
  expect(await axeViolations(page)).toEqual([])
  await act(() => page.getByLabel('Code', { exact: true }).fill(appCode(factor)))
  await act(() => button(main(page), 'Turn on').click())
  const codes = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await codes.nth(9).waitFor()
  const [backupCode = '', spare = ''] = await codes.allInnerTexts()
  const saved = page.waitForEvent('download')
  await button(main(page), 'Download').click()
  expect((await saved).suggestedFilename()).toBe('backup-codes.txt')
  expect(await axeViolations(page)).toEqual([])
  await act(() => button(main(page), 'Done').click())
  expect(counted().actions).toBe(6)
  const state = main(page).getByText(/The second factor is on. 10 backup codes are left/)
  await state.waitFor()
  expect(await isFocused(state)).toBe(true)
  await makeSessionsOld()
  await page.getByLabel('New e-mail').fill(`new-${ada.email}`)
  await button(main(page), 'Change e-mail').click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Code').fill(spare)
  await button(dialog, 'Go on').click()
  await main(page).getByText('A mail is on its way').waitFor()
  await page.reload()
  await rowOf(page, 'Second factor added').waitFor()

  const other = await open({ reducedMotion: 'reduce' })
  other.expectErrors(/^401 POST \/api\/auth\/two-factor\/verify-totp$/)
  await other.page.goto('/login')
  await fillLogin(other.page, ada)
  await atPath(other.page, '/sign-in-code')
  const field = other.page.getByLabel('Code', { exact: true })
  expect([await isFocused(field), await field.getAttribute('autocomplete')]).toEqual([true, 'one-time-code'])
  expect(await accessToken(other.page)).toBeNull()
  await field.fill('000000')
  await other.page.keyboard.press('Enter')
  const wrong = main(other.page).getByText(/This code is wrong/)
  await wrong.waitFor()
  expect(await axeViolations(other.page)).toEqual([])
  await field.fill(appCode(factor, 1))
  await other.page.keyboard.press('Enter')
  await atPath(other.page, '/')

  const third = await open({ reducedMotion: 'reduce' })
  await third.page.goto('/login?returnTo=%2Fdashboard%2Fsecurity')
  await fillLogin(third.page, ada)
  await button(main(third.page), 'Use a backup code').click()
  const tab = await third.page.context().newPage()
  await tab.goto('/sign-in-code?returnTo=%2Fcart')
  await third.page.getByLabel('Backup code').fill(backupCode)
  await third.page.keyboard.press('Enter')
  const left = main(third.page).getByText(/8 backup codes are left/)
  await left.waitFor()
  await atPath(tab, '/cart')
})

test('a customer downloads what the shop keeps, and deletes the account once no order is open', async ({
  admin,
  open,
  shop,
}) => {
  const ada = await shop.register({ name: 'Sample Customer' })
  const order = await shop.order(ada, await shop.addProduct(admin, { quantity: 1000 }))
  const browserWindow = await open({ as: ada, reducedMotion: 'reduce' })
  browserWindow.expectErrors(/^409 DELETE \/api\/user\//)
  const { page } = browserWindow
  await page.goto('/dashboard/security')
  const saved = page.waitForEvent('download')
  await button(main(page), 'Download my data').click()
  expect((await saved).suggestedFilename()).toBe('my-data.zip')
  await button(main(page), 'Delete my account').click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await button(dialog, 'Delete account').click()
  await dialog.getByRole('link', { name: order.number }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await shop.call('DELETE', `/api/myorder/${order._id}`, { as: ada })
  await button(dialog, 'Delete account').click()
  await page.waitForURL(/\/login/)
  expect((await shop.call('GET', '/api/session', { as: ada })).status).toBe(401)
})

/** A device with passkeys, which its user unlocks when asked. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a customer adds a passkey, signs in with it, is fresh again by it, and removes it', async ({
  open,
  shop,
}) => {
  // Passkeys are for a name, not for a network address.
  const url = shop.url.replace('127.0.0.1', 'localhost')
  const ada = await shop.register({ name: 'Sample Customer' })
  const session = sessionOf(ada, url)
  const browserWindow = await open({ baseURL: url, storageState: session, reducedMotion: 'reduce' })
  browserWindow.expectErrors(/^401 POST .*\/api\/auth\/passkey\/delete-passkey$/)
  const { page } = browserWindow
  await addDevice(page)
  await page.goto('/dashboard/security')
  await page.getByLabel('Name of the passkey').fill('Work laptop')
  await button(main(page), 'Add a passkey').click()
  await toast(page, 'Passkey added')
  await button(main(page), 'Rename Work laptop').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await button(page.getByRole('dialog'), 'Save name').click()
  await rowOf(page, 'Laptop').waitFor()
  expect(await axeViolations(page)).toEqual([])

  await page.evaluate(() => fetch('/api/auth/sign-out', { method: 'POST', body: '{}' }))
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?returnTo=%2Fdashboard%2Fsecurity')
  await button(main(page), 'Sign in with a passkey').click()
  await atPath(page, '/dashboard/security')
  await rowOf(page, 'Passkey added').waitFor()

  await makeSessionsOld()
  await button(main(page), 'Remove Laptop').click()
  await button(page.getByRole('dialog', { name: 'Remove the passkey' }), 'Remove passkey').click()
  await button(page.getByRole('dialog', { name: 'Sign in again' }), 'Use a passkey').click()
  await toast(page, 'Passkey removed')
  await button(main(page), 'Rename Laptop').waitFor({ state: 'detached' })
  await page.reload()
  await rowOf(page, 'Passkey removed').waitFor()
})

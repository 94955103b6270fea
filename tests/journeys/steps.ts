import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { namedFields } from '#features/catalog/fields.ts'
import type { Product } from '#features/catalog/schema.ts'
import { GOOD_CARD, type Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { samplePart } from '../support/sample-product.ts'

export const main = (page: Page): Locator => page.getByRole('main')

/** Waits until the page answers to keys and clicks as it does with scripts. */
export const hydrated = (page: Page): Promise<void> =>
  page.locator('.until-awake').waitFor({ state: 'detached' })

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true })

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true })

export const link = (within: Page | Locator, name: string): Locator =>
  within.getByRole('link', { name, exact: true })

/** The row of a list that contains the text. */
export const rowOf = (page: Page, text: string): Locator =>
  main(page).getByRole('row').filter({ hasText: text })

/** Waits for a toast: a status, or an alert for errors. An earlier toast with the same text can still be visible. */
export async function toast(page: Page, text: string, as: 'status' | 'alert' = 'status'): Promise<void> {
  await page.getByRole(as).getByText(text, { exact: true }).last().waitFor()
}

export const pathOf = (page: Page): string => new URL(page.url()).pathname

export const atPath = (page: Page, path: string): Promise<void> =>
  page.waitForURL((url) => url.pathname === path)

export const accessToken = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('accessToken'))

export const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === document.activeElement)

/** The position and size of a visible element. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return box
}

/** Fills and submits the open sign-in form. */
export async function fillLogin(page: Page, account: { email: string; password: string }): Promise<void> {
  await main(page).getByLabel('Email').fill(account.email)
  await main(page).getByLabel('Password').fill(account.password)
  await button(main(page), 'Login').click()
}

/** Signs in at the form; `start` is the page that follows. */
export async function signIn(
  page: Page,
  account: { email: string; password: string },
  start = '/',
): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, account)
  await button(page, 'Logout').waitFor()
  await atPath(page, start)
}

/** The quantity field on the page of a product. */
export const quantityOf = (page: Page): Locator => page.getByRole('spinbutton', { name: 'Quantity' })

export async function fillOrder(page: Page, quantity: number): Promise<void> {
  const form = page.getByRole('form', { name: 'Order' })
  await form.getByLabel('Phone').fill('+1 555 0100')
  await form.getByLabel('Address').fill('1 Sample Street, Sample Town')
  await form.getByLabel('Quantity').fill(String(quantity))
}

/** Fills the form of an address at checkout. The country is that of the browser's language. */
export async function fillAddress(page: Page): Promise<void> {
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Street').fill('2 Congress Avenue')
  await field('City').fill('Austin')
  await field('State').selectOption('TX')
  await field('ZIP code').fill('78701')
  await field('Phone').fill('+1 555 0142')
}

export const placeOrder = (page: Page): Locator => button(page, /^Place order/)

/** Waits for the page of payment, to which a placed order leads. */
export const atPayment = (page: Page): Promise<void> => page.waitForURL('**/dashboard/payment/*')

const labelled = namedFields.flatMap(([name, { label, add }]) =>
  add && !('isOptional' in add && add.isOptional) ? [{ name, label: add.label ?? label }] : [],
)

/** The labels of the fields that Add Product asks for. */
export const partLabels: readonly string[] = labelled.map(({ label }) => label)

/** Fills the fields that Add Product asks for with those of a sample, and others, by label. */
export async function fillPart(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  const sample = samplePart()
  const samples = labelled.map(({ name, label }) => [label, String(sample[name])] as const)
  for (const [label, text] of Object.entries({ ...Object.fromEntries(samples), ...texts }))
    await main(page).getByLabel(label, { exact: true }).fill(text)
}

/** Opens the folded fields of Add Product. */
export const openMore = (page: Page): Promise<void> => main(page).getByText('More about this part').click()

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
}

export const payButton = (page: Page): Locator => button(main(page), /^Pay/)

/** Pays an order on its page of payment. */
export async function payByCard(page: Page, order: string): Promise<void> {
  await page.goto(`/dashboard/payment/${order}`)
  await fillCard(page, GOOD_CARD)
  await expect.poll(() => payButton(page).isEnabled()).toBe(true)
  await payButton(page).click()
  await main(page).getByText('Payment successfully done.').waitFor()
}

/** The mails to an address, newest first. */
export async function mailsTo(shop: RunningShop, email: string): Promise<{ text: string }[]> {
  const { body } = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  return body.filter(({ to }: { to: string }) => to === email)
}

/** The link in the newest mail to an address that has such a link, without its origin. Waits until there is one. */
export async function mailedLink(
  shop: RunningShop,
  email: string,
  pattern = /https?:\/\/\S+/,
): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const links = (await mailsTo(shop, email)).map(({ text }) => pattern.exec(text)?.[0])
    return links.find((link) => link !== undefined)
  }
  await expect.poll(find).toBeDefined()
  const { pathname, search } = new URL((await find()) ?? '')
  return pathname + search
}

/** Verifies the e-mail address with the token of the mailed link. */
export async function verifyByLink(shop: RunningShop, person: Person): Promise<Person> {
  const link = await mailedLink(shop, person.email, /https?:\/\/\S+\/verify-email\S+/)
  const token = new URLSearchParams(link.split('?')[1]).get('token')
  const headers = { Cookie: person.cookie, Origin: shop.url }
  const answer = await shop.call('POST', '/api/auth/verify-email', { body: { token }, headers })
  expect(answer.status).toBe(200)
  return person
}

/** A product of the list by its index, with a price that allows a card payment of 100 pieces. */
export async function productAt(shop: RunningShop, index: number): Promise<Product> {
  const { body } = await shop.call('GET', '/api/product')
  const isUsual = ({ price, quantity, step }: Product) => price >= 0.05 && quantity > 1000 && step === 1
  const product = (body as Product[]).filter(isUsual)[index]
  expect(product).toBeDefined()
  return product as Product
}

/** How long a toast is visible, and how long it takes to disappear. */
export async function toastDuration(
  page: Page,
  text: string,
): Promise<{ shownMs: number; leavingMs: number }> {
  const card = page.locator('.toast').filter({ hasText: text })
  await card.waitFor()
  const shownAtMs = performance.now()
  await page.locator('.toast.leaving').waitFor({ state: 'attached' })
  const leavingAtMs = performance.now()
  await card.waitFor({ state: 'detached' })
  return { shownMs: leavingAtMs - shownAtMs, leavingMs: performance.now() - leavingAtMs }
}

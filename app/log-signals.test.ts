import { expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { DAY_MS, MAIL_AFTER_MS } from '#kit/time.ts'
import { createCalls, DECLINED_CARD, intentOf, registerAdmin } from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { openLog } from '#tests/support/open-log.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { createApp } from './app.ts'
import { logSignals } from './log-signals.ts'

/** A shop that records its log at the lowest level. */
async function openLoggedShop() {
  const shop = await createTestShop()
  const { log, lines, written } = openLog('trace')
  logSignals(log)
  const app = createApp({ ...shop, log }, shop.database)
  const calls = createCalls(shop.config.publicUrl, (request) => app.fetch(request))
  const runJobs = async (): Promise<void> => {
    for (const job of app.jobs) await job.run()
  }
  return {
    shop,
    ...calls,
    runJobs,
    written,
    /** The log lines of that order, in sequence. */
    linesOf: (orderId: string) => lines.filter((line) => line.orderId === orderId),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

const messages = (lines: readonly Record<string, unknown>[]): string[] => lines.map(({ msg }) => String(msg))

test('the log has the events of each order by its id, and no secrets', async () => {
  await using shop = await openLoggedShop()
  const admin = await registerAdmin(shop.shop, shop)
  const product = await shop.addProduct(admin)
  const customer = await shop.register()

  const paid = await shop.order(customer, product)
  const clientSecret = await shop.startPayment(customer, paid)
  expect((await shop.confirmCard(clientSecret, DECLINED_CARD)).status).toBe(402)
  await shop.runJobs()
  await shop.pay(customer, paid)
  for (const status of ['shipped', 'pending']) {
    const headers = { 'X-Request-Id': `request-${status}` }
    const put = await shop.call('PUT', `/api/order/${paid._id}`, { body: { status }, as: admin, headers })
    expect(put.body).toEqual({ modifiedCount: 1 })
    shop.shop.advance(MAIL_AFTER_MS)
    await shop.runJobs()
  }
  const cancelled = await shop.order(customer, product)
  await shop.call('DELETE', `/api/myorder/${cancelled._id}`, { as: customer })
  const lapsed = await shop.order(customer, product)
  const resetToken = await resetPassword(shop, customer.email)
  shop.shop.advance(4 * DAY_MS)
  await shop.runJobs()

  const eventsOf = ({ _id }: Order) => messages(shop.linesOf(_id)).filter((msg) => !msg.startsWith('mail'))
  const lines = shop.linesOf(paid._id)
  expect(eventsOf(paid)).toEqual([
    'order placed',
    'payment started',
    'payment declined',
    'order paid',
    'payment succeeded',
    'order shipped',
    'order reverted',
  ])
  const occasions = ['order placed', 'order paid', 'order shipped', 'order reverted']
  const mails = (msg: string) => lines.filter((line) => line.msg === msg).map(({ template }) => template)
  expect(mails('mail queued')).toEqual(occasions)
  expect(mails('mail sent').sort()).toEqual(occasions.sort())
  const byRequests = lines.filter(({ msg }) => msg !== 'mail sent' && msg !== 'payment declined')
  expect(byRequests.every(({ requestId }) => typeof requestId === 'string')).toBe(true)
  expect(lines.find(({ msg }) => msg === 'order shipped')?.requestId).toBe('request-shipped')
  expect(lines.find(({ msg }) => msg === 'order paid')?.detail).toBe(intentOf(clientSecret))
  expect(eventsOf(cancelled)).toEqual(['order placed', 'order cancelled'])
  expect(eventsOf(lapsed)).toEqual(['order placed', 'order lapsed'])

  const cookies = [admin, customer].flatMap(({ cookie }) => cookie.split('; '))
  const secrets = {
    password: customer.password,
    token: customer.token,
    'signature of the token': customer.token.split('.').at(-1),
    ...Object.fromEntries(
      cookies.map((cookie) => [`cookie ${cookie}`, cookie.slice(cookie.indexOf('=') + 1)]),
    ),
    'client secret': clientSecret,
    'card number': DECLINED_CARD,
    'secret of the shop': shop.shop.secret,
    'token of a reset': resetToken,
    address: customer.email,
  }
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret, name).toMatch(/.{8}/)
    expect(shop.written().includes(String(secret)), name).toBe(false)
  }
})

/** Requests a password reset and opens its link; returns its token. */
async function resetPassword(
  shop: Awaited<ReturnType<typeof openLoggedShop>>,
  email: string,
): Promise<string> {
  const headers = { Origin: shop.shop.config.publicUrl }
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email }, headers })
  const texts = (await mailsIn(shop.shop)).map(({ text = '' }) => text)
  const link = texts.map((text) => /\/api\/auth\/reset-password\/([^?]+)\S*/.exec(text)).find(Boolean)
  expect((await shop.call('GET', String(link?.[0]))).status).toBe(302)
  return String(link?.[1])
}

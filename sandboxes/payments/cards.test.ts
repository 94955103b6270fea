import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandboxUnderTest, type SandboxUnderTest } from '#tests/support/payment-sandbox.ts'
import { stripeTestMode, testSandboxOnly } from '#tests/support/stripe-conformance.ts'
import { readyMadeId } from './cards.ts'

let at: SandboxUnderTest
beforeAll(async () => {
  at = await createSandboxUnderTest()
})
afterAll(() => at[Symbol.asyncDispose]())

const askable = <Row extends readonly [number: string, ...unknown[]]>(rows: readonly Row[]): Row[] =>
  rows.filter(([number]) => !stripeTestMode || readyMadeId(number) !== undefined)

const PAYING = [
  ['4242424242424242', 'visa'],
  ['4242 4242 4242 4242', 'visa'],
  ['4000056655665556', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['5200828282828210', 'mastercard'],
  ['378282246310005', 'amex'],
  ['371449635398431', 'amex'],
  ['6011111111111117', 'discover'],
  ['3056930009020004', 'diners'],
  ['36227206271667', 'diners'],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
  ['6205500000000000004', 'unionpay'],
] as const

test.each(askable(PAYING))('the card %s pays and has the brand %s', async (number, brand) => {
  const intent = await at.newIntent()
  const paid = await at.pay(intent, number)
  expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded', amount: 12_345 } })
  const charge = await at.chargeOf(intent.id)
  expect(charge?.payment_method_details?.card).toMatchObject({ brand, last4: number.slice(-4) })
})

const DECLINES = [
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
  ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
  ['4100000000000019', 'card_declined', 'fraudulent', 'Your card was declined.'],
  ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  [
    '4000000000000119',
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ],
] as const

test('the charges of an intent are listed, the newest first, declined ones too', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4000000000000002')
  await at.pay(intent, '4242424242424242')
  await at.pay(await at.newIntent(), '4242424242424242')
  const { data } = await at.stripe.charges.list({ payment_intent: intent.id, limit: 100 })
  expect(data.map(({ status, payment_intent }) => [status, payment_intent])).toEqual([
    ['succeeded', intent.id],
    ['failed', intent.id],
  ])
})

test.each(askable(DECLINES))(
  'the card %s is declined: %s, %s',
  async (number, code, declineCode, message) => {
    const intent = await at.newIntent()
    const declined = await at.pay(intent, number)
    expect(declined.status).toBe(402)
    expect(declined.body.error).toMatchObject({
      type: 'card_error',
      code,
      decline_code: declineCode,
      message,
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    })
    expect(await at.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      payment_method: null,
      last_payment_error: { type: 'card_error', code, decline_code: declineCode, message },
    })
    expect(await at.chargeOf(intent.id)).toMatchObject({ status: 'failed', paid: false, failure_code: code })
    expect((await at.pay(intent, '4242424242424242')).body.status).toBe('succeeded')
    expect(await at.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 12_345,
      last_payment_error: null,
    })
  },
)

const thisYear = new Date().getUTCFullYear()

testSandboxOnly.each([
  ['a wrong last digit', '4242424242424241', {}, 'incorrect_number', 'number'],
  ['too few digits', '424242424242', {}, 'incorrect_number', 'number'],
  ['letters', 'four two four two', {}, 'invalid_number', 'number'],
  ['month 13', '4242424242424242', { exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
  ['last year', '4242424242424242', { exp_year: String(thisYear - 1) }, 'invalid_expiry_year', 'exp_year'],
  [
    'a year too far',
    '4242424242424242',
    { exp_year: String(thisYear + 51) },
    'invalid_expiry_year',
    'exp_year',
  ],
  ['a short security code', '4242424242424242', { cvc: '12' }, 'invalid_cvc', 'cvc'],
  ['a long security code', '4242424242424242', { cvc: '1234' }, 'invalid_cvc', 'cvc'],
  ['three digits for American Express', '378282246310005', { cvc: '123' }, 'invalid_cvc', 'cvc'],
])('%s is refused and leaves the intent unchanged', async (_what, number, card, code, param) => {
  const intent = await at.newIntent()
  const refused = await at.pay(intent, number, card)
  expect(refused.status).toBe(402)
  expect(refused.body.error).toMatchObject({ type: 'card_error', code, param })
  expect(await at.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: null,
    latest_charge: null,
  })
})

testSandboxOnly('a past month of this year is refused, the current month is not', async () => {
  const month = new Date().getUTCMonth() + 1
  const card = (exp_month: number) => ({ exp_month: String(exp_month), exp_year: String(thisYear) })
  expect((await at.pay(await at.newIntent(), '4242424242424242', card(month))).status).toBe(200)
  if (month === 1) return
  const refused = await at.pay(await at.newIntent(), '4242424242424242', card(month - 1))
  expect(refused.body.error).toMatchObject({ code: 'invalid_expiry_month', param: 'exp_month' })
})

testSandboxOnly('a year of two digits belongs to this century', async () => {
  const card = { exp_year: String(thisYear + 1).slice(-2) }
  expect((await at.pay(await at.newIntent(), '4242424242424242', card)).status).toBe(200)
})

testSandboxOnly('a number that is not a test card is declined, so no real card is accepted', async () => {
  const refused = await at.pay(await at.newIntent(), '4539578763621486')
  expect(refused.body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' })
})

testSandboxOnly('neither the number nor the security code is stored anywhere', async () => {
  await at.pay(await at.newIntent(), '6011000990139424', { cvc: '987' })
  await at.browser('/v1/payment_methods', {
    type: 'card',
    'card[number]': '5105105105105100',
    'card[exp_month]': '1',
    'card[exp_year]': String(thisYear + 1),
    'card[cvc]': '987',
  })
  const rows = await at.shop.db.selectFrom('sandbox_stripe').select('body').execute()
  const kept = rows.map((row) => row.body).join('\n')
  expect(kept).toContain('9424')
  expect(kept).not.toContain('6011000990139424')
  expect(kept).not.toContain('5105105105105100')
  expect(kept).not.toMatch(/"987"/)
})

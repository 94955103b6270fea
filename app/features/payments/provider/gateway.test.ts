import { expect, test } from 'vitest'
import { serverError, stripeSdk } from '#tests/support/payment-provider.ts'
import {
  type AskedRefund,
  cancelIntent,
  createIntent,
  createPartialRefund,
  createRefund,
  type Gateway,
  isProviderRefusal,
  readDeclines,
  readRefund,
  readRefunds,
  refusalOfRefund,
  retrieveIntent,
} from './gateway.ts'

const gatewayTo = (send: () => Response | Promise<Response>): Gateway => ({
  mode: 'stripe',
  stripe: stripeSdk('sk_test_1', send),
  publishableKey: '',
  webhookSecret: '',
})

const ASKED = { transactionId: 'pi_1', refund: { id: 'r1', amount_cents: 100 } } as AskedRefund

const TERMS = {
  ...{ amountCents: 100, currency: 'usd', orderId: 'o', customerId: 'c', shopId: 's' },
  idempotencyKey: 'k',
}

const CALLS: Readonly<Record<string, (gateway: Gateway) => Promise<unknown>>> = {
  retrieveIntent: (gateway) => retrieveIntent(gateway, 'pi_1'),
  createIntent: (gateway) => createIntent(gateway, TERMS),
  readDeclines: (gateway) => readDeclines(gateway, 'pi_1'),
  cancelIntent: (gateway) => cancelIntent(gateway, 'pi_1'),
  readRefund: (gateway) => readRefund(gateway, 'pi_1', 100),
  createRefund: (gateway) => createRefund(gateway, 'pi_1', 100, 'k'),
  createPartialRefund: (gateway) => createPartialRefund(gateway, ASKED),
  readRefunds: (gateway) => readRefunds(gateway, 'pi_1'),
}

test.each(Object.keys(CALLS))(
  'while the provider is away %s is refused, as a part of its outage',
  async (name) => {
    for (const answer of [serverError, () => Promise.reject(new TypeError('fetch failed'))])
      await expect(CALLS[name]?.(gatewayTo(answer))).rejects.toMatchObject({
        status: 503,
        headers: { 'Retry-After': '5' },
        outage: { name: 'payment provider' },
      })
  },
)

test('the refusal of a refund is in the words of the provider, and an outage is none', async () => {
  const refusedWith = async (answer: () => Response | Promise<Response>) => {
    const error = await createPartialRefund(gatewayTo(answer), ASKED).catch((thrown: unknown) => thrown)
    return [isProviderRefusal(error), refusalOfRefund(error)]
  }
  const answer = (status: number, error: object) => () => Response.json({ error }, { status })
  const message = 'Refund amount ($1.00) is greater than charge amount'
  expect([
    await refusedWith(answer(400, { type: 'invalid_request_error', message })),
    await refusedWith(answer(401, { type: 'invalid_request_error', message: 'Invalid API Key' })),
    await refusedWith(serverError),
    await refusedWith(() => Promise.reject(new TypeError('terminated'))),
  ]).toEqual([
    [true, message],
    [true, 'The shop may not make refunds: see its log.'],
    [true, undefined],
    [false, undefined],
  ])
})

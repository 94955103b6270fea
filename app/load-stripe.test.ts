import { expect, test } from 'vitest'
import { loadStripe } from './load-stripe.ts'

test('on the server there is no Stripe, and nothing is loaded', async () => {
  expect(await loadStripe({ payments: 'stripe', stripePublishableKey: 'pk_test_none' })).toBeNull()
})

import { expect, test } from 'vitest'
import { loadStripe } from './load-stripe.ts'

// spec: card-script
test('on the server Stripe is not loaded', async () => {
  expect(await loadStripe({ payments: 'stripe', stripePublishableKey: 'pk_test_none' })).toBeNull()
})

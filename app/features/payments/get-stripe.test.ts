import { expect, test } from 'vitest'
import { getStripe } from './get-stripe.ts'

test('on the server there is no Stripe, and nothing is loaded', async () => {
  expect(await getStripe({ payments: 'stripe', stripePublishableKey: 'pk_test_none' })).toBeNull()
})

import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { paymentSources } from './page-sources.ts'

test('with real payments the provider’s own hosts are allowed, and no other; without them none', () => {
  const config = readConfig({
    STRIPE_SECRET_KEY: 'sk_test_sample',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sample',
    STRIPE_WEBHOOK_SECRET: 'whsec_sample',
  })
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
  expect(paymentSources(config)).toEqual({
    scripts,
    connections: ['https://api.stripe.com'],
    frames: [...scripts, 'https://hooks.stripe.com'],
  })
  expect(paymentSources(readConfig({}))).toBeUndefined()
})

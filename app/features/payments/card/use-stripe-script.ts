import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { loadStripe } from '#app/load-stripe.ts'
import type { PaymentConfig } from '../client.ts'

const SLOW_AFTER_MS = 8000

/** The provider's script: null until it is loaded; `failure` if it was blocked, or is not loaded after 8 seconds. */
export function useStripeScript({ payments, stripePublishableKey }: PaymentConfig) {
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [failure, setFailure] = useState<'blocked' | 'slow'>()

  useEffect(() => {
    let isUnmounted = false
    const timer = setTimeout(() => setFailure('slow'), SLOW_AFTER_MS)
    loadStripe({ payments, stripePublishableKey })
      .then((loaded) => {
        if (isUnmounted) return
        setStripe(loaded)
        setFailure(loaded ? undefined : 'blocked')
      })
      .catch(() => {
        if (!isUnmounted) setFailure('blocked')
      })
      .finally(() => clearTimeout(timer))
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [payments, stripePublishableKey])

  return { stripe, failure }
}

import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { loadStripe } from '#app/load-stripe.ts'
import type { PaymentConfig } from '#features/payments/client.ts'

const PATIENCE_MS = 8000

/** The provider's script: null until it is there; `trouble` when it was refused, or is not there after 8 seconds. */
export function useStripeScript({ payments, stripePublishableKey }: PaymentConfig) {
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [trouble, setTrouble] = useState<'blocked' | 'slow'>()

  useEffect(() => {
    let isLeft = false
    const patience = setTimeout(() => setTrouble('slow'), PATIENCE_MS)
    loadStripe({ payments, stripePublishableKey })
      .then((loaded) => {
        if (isLeft) return
        setStripe(loaded)
        setTrouble(loaded ? undefined : 'blocked')
      })
      .catch(() => {
        if (!isLeft) setTrouble('blocked')
      })
      .finally(() => clearTimeout(patience))
    return () => {
      isLeft = true
      clearTimeout(patience)
    }
  }, [payments, stripePublishableKey])

  return { stripe, trouble }
}

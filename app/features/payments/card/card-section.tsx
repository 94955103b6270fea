import { useCallback, useEffect, useState } from 'react'
import { problemText } from '#kit/browser/client.ts'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { fetchPaymentConfig, type PaymentConfig } from '../client.ts'
import { CardPayment } from './card-payment.tsx'
import type { Payable } from './use-payment.tsx'

type CardSectionProps = { payable: Payable; onBusy: (isBusy: boolean) => void }

/** The card form, with the settings that it needs. */
export function CardSection({ payable, onBusy }: CardSectionProps) {
  const { config, error, load } = usePaymentConfig()
  if (config) return <CardPayment payable={payable} config={config} onBusy={onBusy} />
  return (
    <section aria-labelledby="card-payment" className="grid gap-4">
      <h2 id="card-payment">Card</h2>
      {error === null ? (
        <div aria-hidden="true" className="grid gap-4">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      ) : (
        <FailureState title="The card form could not be loaded" detail={problemText(error)} onRetry={load} />
      )}
      <noscript>Paying by card needs JavaScript.</noscript>
    </section>
  )
}

function usePaymentConfig() {
  const [config, setConfig] = useState<PaymentConfig>()
  const [error, setError] = useState<unknown>(null)
  const load = useCallback(async () => {
    setError(null)
    try {
      setConfig(await fetchPaymentConfig())
    } catch (thrown) {
      setError(thrown)
    }
  }, [])
  useEffect(() => void load(), [load])
  return { config, error, load }
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import type { Order } from '#features/orders/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CopyAddress } from '#kit/ui/form/copy-address.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { createPaymentLink, endPaymentLink, fetchLinkState } from './links/client.ts'

export { PaidNotice } from './receipts/paid-notice.tsx'

/** What is known of an order's link: its address only directly after it was created. */
type Known = {
  readonly expiresAt?: string | undefined
  readonly url?: string | undefined
  /** Another link ended when it was created. */
  readonly isRenewed?: boolean
}

type PaymentLinkPanelProps = {
  order: Pick<Order, '_id'>
  /** A link was created, which the order's events show. */
  onCreated?: () => void
  /** What the order comes to, in dollars, after its lines were changed since the link was created. */
  newSum?: number | undefined
}

/** Creates, copies, renews and ends the payment link of an unpaid order, for its customer or an admin. */
export function PaymentLinkPanel({ order: { _id }, onCreated, newSum }: PaymentLinkPanelProps) {
  const link = usePaymentLink(_id, onCreated)
  return (
    <section aria-labelledby="payment-link" className="grid gap-3">
      <h2 id="payment-link" className="text-lg">
        Payment link
      </h2>
      <p className="text-muted text-sm">
        Let somebody else pay. Whoever has the link can see this order, add a PO number and pay by card,
        without an account.
      </p>
      {link.known ? (
        <LinkActions link={link} known={link.known} newSum={newSum} />
      ) : link.loadError === undefined ? (
        <Skeleton className="h-10" />
      ) : (
        <FailureState
          title="The payment link could not be loaded"
          detail={problemText(link.loadError)}
          onRetry={link.load}
        />
      )}
    </section>
  )
}

type PaymentLinkState = ReturnType<typeof usePaymentLink>

function usePaymentLink(orderId: string, onCreated: (() => void) | undefined) {
  const [known, setKnown] = useState<Known>()
  const [loadError, setLoadError] = useState<unknown>()
  const [running, setRunning] = useState<'create' | 'end'>()
  const [error, setError] = useState<unknown>()

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setLoadError(undefined)
      try {
        setKnown(await fetchLinkState(orderId, signal))
      } catch (thrown) {
        if (!signal?.aborted && !signOutIfUnauthorized(thrown)) setLoadError(thrown)
      }
    },
    [orderId],
  )
  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [load])

  /** Whether the call succeeded. */
  const run = async (what: 'create' | 'end', call: () => Promise<Known>): Promise<boolean> => {
    setRunning(what)
    setError(undefined)
    try {
      setKnown(await call())
      notify.success(what === 'create' ? 'Payment link created' : 'Payment link ended')
      if (what === 'create') onCreated?.()
      return true
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) setError(thrown)
      return false
    } finally {
      setRunning(undefined)
    }
  }
  return {
    known,
    loadError,
    load: () => load(),
    running,
    error,
    create: () => {
      const isRenewed = known?.expiresAt !== undefined
      return run('create', async () => ({ ...(await createPaymentLink(orderId)), isRenewed }))
    },
    end: () => run('end', () => endPaymentLink(orderId).then(() => ({}))),
  }
}

type LinkActionsProps = { link: PaymentLinkState; known: Known; newSum: number | undefined }

function LinkActions({ link, known, newSum }: LinkActionsProps) {
  const { running, error, create, end } = link
  const { expiresAt, url, isRenewed = false } = known
  const createButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      {url !== undefined && (
        <CopyAddress key={url} url={url} label="Address of the payment link">
          The address is shown only now.{isRenewed && ' The earlier link has ended.'}
        </CopyAddress>
      )}
      {expiresAt !== undefined && (
        <p className="text-sm">
          {url === undefined ? 'There is a link. It ends with the hold, ' : 'It ends with the hold, '}
          <DateTime iso={expiresAt} />.
          {url === undefined && ' The shop cannot show it again; a new link replaces it.'}
        </p>
      )}
      {expiresAt !== undefined && newSum !== undefined && (
        <Notice>{`The link now shows the changed lines and the new total, ${formatTotal(newSum)}.`}</Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button ref={createButton} variant="secondary" size="sm" busy={running === 'create'} onClick={create}>
          {expiresAt === undefined ? 'Create payment link' : 'Renew link'}
        </Button>
        {expiresAt !== undefined && (
          <Button
            variant="danger"
            size="sm"
            busy={running === 'end'}
            onClick={async () => {
              // This button is gone then.
              if (await end()) createButton.current?.focus()
            }}
          >
            End link
          </Button>
        )}
      </div>
      {error !== undefined && <Notice tone="bad">{problemText(error)}</Notice>}
    </>
  )
}

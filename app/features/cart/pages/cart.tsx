import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#features/accounts/browser-session.ts'
import { HoldNote } from '#features/accounts/unconfirmed-email.tsx'
import { catalogue } from '#features/catalog/paths.ts'
import { NEW_OFFER_PATH } from '#features/offers/paths.ts'
import { QuickOrder } from '#features/quick-order/quick-order.tsx'
import { usePaste } from '#features/quick-order/use-paste.ts'
import { SAVED_LISTS_PATH } from '#features/saved-lists/paths.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { ignoreHeldEnter, ignoreRepeatedClick } from '#kit/ui/overlay/ignore-repeated-click.ts'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'
import { CodeFailure } from '#kit/ui/page/code-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { useCode } from '#kit/ui/page/use-code.ts'
import { CartFailure } from '../cart-failure.tsx'
import { usePricedCart } from '../lines/use-priced-cart.ts'
import {
  appendText,
  isPastedTextClosed,
  keepPastedTextClosed,
  QUICK_ORDER_ID,
  readPastedText,
  writePastedText,
} from '../pasted-text.ts'

/** The server's page has no lines, so it is the same for everyone. */
export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

export const meta = () => privateMeta('Cart')

const loadFilledCart = async () => (await import('../lines/filled-cart.tsx')).FilledCart

export default function CartPage() {
  const cart = usePricedCart()
  const isEmpty = cart.state === 'ready' && cart.lines.length === 0
  const hasLines = cart.lines.length > 0
  const filled = useCode(hasLines, loadFilledCart)
  const quickOrder = useQuickOrderOpening(isEmpty)
  // After a sign-out quick order reads its text anew: it is deleted.
  const reader = useSession()?.email
  return (
    <PageLayout className="gap-4!">
      <PageHeading
        title="Cart"
        lead={
          isEmpty && (
            <>
              Nothing is in the cart yet. Paste a list of parts, or choose them in the{' '}
              <Link to={catalogue.path}>catalogue</Link>.
            </>
          )
        }
        actions={
          <>
            {hasLines && (
              <ButtonLink to={SAVED_LISTS_PATH} variant="secondary">
                Save as a list
              </ButtonLink>
            )}
            {hasLines && (
              <ButtonLink to={NEW_OFFER_PATH} variant="secondary">
                Ask for an offer
              </ButtonLink>
            )}
            {!quickOrder.isOpen && (
              <Button variant="secondary" className="noscript:hidden" onClick={quickOrder.open}>
                Paste a list
              </Button>
            )}
          </>
        }
      />
      <noscript>
        <p>The cart needs JavaScript.</p>
      </noscript>
      {/* The second click of a double click would hit what stands there after the first one. */}
      <div
        className="grid grid-cols-1 gap-6 noscript:hidden"
        onClickCapture={ignoreRepeatedClick}
        onKeyDownCapture={ignoreHeldEnter}
      >
        {quickOrder.isOpen && (
          <QuickOrder
            key={reader}
            onClose={isEmpty ? undefined : quickOrder.close}
            onAllAdded={quickOrder.close}
          />
        )}
        {cart.state === 'failed' && <CartFailure />}
        {filled.hasFailed && <CodeFailure title="The lines could not be shown" code={filled} />}
        {hasLines && filled.part && <filled.part cart={cart} />}
        {hasLines && <HoldNote />}
        {(hasLines ? !filled.part : cart.state === 'loading') && <SkeletonRows className="h-16 w-full" />}
      </div>
    </PageLayout>
  )
}

/**
 * Quick order is open in an empty cart, and until all its lines are in the cart or it is closed. The button and the key open it
 * with the cursor in it.
 */
function useQuickOrderOpening(isEmpty: boolean) {
  const [isOpen, setIsOpen] = useState(false)
  const isAsked = useRef(false)
  useEffect(() => {
    if (isEmpty || (readPastedText() !== '' && !isPastedTextClosed())) setIsOpen(true)
  }, [isEmpty])
  useEffect(() => {
    const field = isAsked.current && document.getElementById(QUICK_ORDER_ID)
    if (!field) return
    field.focus()
    isAsked.current = false
  })
  const open = () => {
    const field = document.getElementById(QUICK_ORDER_ID)
    isAsked.current = field === null
    keepPastedTextClosed(false)
    setIsOpen(true)
    field?.focus()
  }
  // The open quick order takes it itself.
  usePaste((text) => {
    if (isOpen) return
    writePastedText(appendText(readPastedText(), text))
    open()
  })
  useShortcuts([{ keys: 'p', label: 'Paste a list into the cart', run: open }])
  const close = () => {
    keepPastedTextClosed(readPastedText() !== '')
    setIsOpen(false)
  }
  return { isOpen, open, close }
}

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import type { CartLine } from '#features/cart/cart-store.ts'
import { type SaveAddress, type SavedAddress, saveAddress } from '#features/delivery/client.ts'
import type { Order, PlaceOrder } from '#features/orders/schema.ts'
import type { Quote, QuotedDelivery, QuoteRequest } from '#features/quote/schema.ts'
import type { Ask } from '#features/quote/use-quote.ts'
import { fieldErrors, isNotFound, problemText } from '#kit/browser/client.ts'
import type { FieldError } from '#kit/problem.ts'
import { checkFields, useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { useSteady } from '#kit/ui/overlay/use-steady.ts'
import { countedDelivery, sumOf } from './checkout-texts.ts'
import { isProductOutdated } from './order-refusals.ts'
import { type AddressState, destinationIn, useCheckoutTexts } from './use-checkout-texts.ts'
import { useEnteredFields, useQuoteRefusals } from './use-entered.ts'
import { useOrderQuote } from './use-order-quote.ts'

type CheckoutOptions = Parameters<typeof useCheckoutTexts>[0] & {
  /** Empty until the cart is known. */
  lines: readonly CartLine[]
  /** Asks what it costs, for somebody else. */
  ask?: Ask
  place: (order: PlaceOrder) => Promise<Order>
  onPlaced: (order: Order) => Promise<void>
}

/** The checkout: what is typed and chosen, what that costs, and placing it at the sum that the buyer saw. */
export function useCheckout({ lines, ask, place, onPlaced, ...options }: CheckoutOptions) {
  const texts = useCheckoutTexts(options)
  const { typed, change, countries, deliverTo } = texts
  const entered = useEnteredFields(texts.vatId, deliverTo.typed)
  const isLoading = options.addresses === undefined || options.customer === undefined
  const vatId = entered.askedFor('vatId', typed.vatId !== undefined)
  const request: QuoteRequest = {
    lines: [...lines],
    ...(!isLoading && { deliverTo: destinationIn(deliverTo, countries, entered) }),
    ...(typed.delivery && { delivery: typed.delivery }),
    ...(vatId && { vatId }),
  }
  const body = lines.length === 0 ? undefined : JSON.stringify(request)
  const quoted = useOrderQuote(body, JSON.stringify([lines, typed.delivery, deliverTo.known?.lines]), ask)
  useQuoteRefusals(quoted.error, entered)
  const { gone, lose, choose } = useLostDelivery(typed.delivery, change, quoted)
  const orderAt = (quote: Quote): PlaceOrder => orderOf(quote, lines, texts)
  const latest = useRef({ body, orderAt })
  useLayoutEffect(() => {
    latest.current = { body, orderAt }
  })
  const send = async () => {
    const seen = quoted.quote
    if (!seen?.orderable || isLoading) return
    // The fields may have been left by the key that sends the form.
    flushSync(entered.enter)
    const asked = latest.current.body
    const quote = await quoted.settle()
    if (latest.current.body !== asked || quote.noDelivery) return
    if (!quote.orderable || sumOf(quote) !== sumOf(seen)) return quoted.keepBefore(seen)
    let placed: Order
    try {
      placed = await place(latest.current.orderAt(quote))
    } catch (thrown) {
      if (fieldErrors(thrown).delivery !== undefined) return lose(countedDelivery(quote))
      if (!isProductOutdated(thrown) && !isNotFound(thrown)) throw thrown
      await quoted.refresh()
      return
    }
    texts.forget()
    if (!options.isForOther) await keepAddresses(texts, options.addresses)
    await onPlaced(placed)
  }
  const { errors, ...state } = useCheckedForm(
    async () => {
      try {
        await send()
      } catch (thrown) {
        if (!signOutIfUnauthorized(thrown)) throw thrown
      }
    },
    (form) => [...checkFields(form), ...toFieldErrors(entered.errors), ...(gone ? [NO_CHOICE] : [])],
  )
  return {
    ...texts,
    ...state,
    ...useSteady({ errors: { ...fieldErrors(quoted.error), ...entered.errors, ...errors }, quoted }),
    isLoading,
    /** A field was left: what it has is asked for. */
    enter: entered.enter,
    /** The delivery that was chosen and is not offered any more, until another is chosen. */
    gone,
    chosen: gone ? undefined : typed.delivery || quoted.quote?.delivery,
    chooseDelivery: choose,
  }
}

const NO_CHOICE: FieldError = { pointer: '#/delivery', detail: 'Choose a delivery.' }

const toFieldErrors = (errors: Readonly<Record<string, string>>): FieldError[] =>
  Object.entries(errors).map(([name, detail]) => ({ pointer: `#/${name}`, detail }))

/** A delivery of which the shop says that it is not offered: the choice is asked again. */
function useLostDelivery(
  chosen: string | undefined,
  change: (texts: { delivery: string }) => void,
  quoted: ReturnType<typeof useOrderQuote>,
) {
  const [gone, setGone] = useState<Partial<QuotedDelivery>>()
  const lose = (delivery: Partial<QuotedDelivery> | undefined) => {
    setGone(delivery ?? {})
    if (chosen) change({ delivery: '' })
    // What the buyer saw is not kept: until a delivery is chosen there is no total to compare with it.
    else quoted.retry()
  }
  const errors = fieldErrors(quoted.error)
  const isRefused = Boolean(chosen) && ('delivery' in errors || 'deliverTo/country' in errors)
  const drop = useEffectEvent(() => {
    if ('delivery' in errors) lose(quoted.quote?.deliveries?.find(({ _id }) => _id === chosen))
    else change({ delivery: '' })
  })
  useEffect(() => {
    if (isRefused) drop()
  }, [isRefused])
  return {
    gone,
    lose,
    choose: (delivery: string) => {
      setGone(undefined)
      change({ delivery })
    },
  }
}

type Texts = ReturnType<typeof useCheckoutTexts>

const givenAddress = ({ known, typed }: AddressState) => known?.given ?? typed

/** The order as the buyer sees it. */
function orderOf(
  quote: Quote,
  lines: readonly CartLine[],
  { typed, vatId, deliverTo, billTo }: Texts,
): PlaceOrder {
  const [to, bill] = [givenAddress(deliverTo), givenAddress(billTo)]
  const { poNumber, note } = typed
  return {
    lines: [...lines],
    totalPrice: quote.totalPrice,
    ...(quote.payable !== undefined && { payable: quote.payable }),
    ...(to && { deliverTo: to }),
    ...(bill && { billTo: bill }),
    ...(quote.delivery !== undefined && { delivery: quote.delivery }),
    ...(vatId.trim() && { vatId: vatId.trim() }),
    ...(poNumber?.trim() && { poNumber: poNumber.trim() }),
    ...(note?.trim() && { note: note.trim() }),
  }
}

/**
 * Saves the typed addresses that are to be kept, and the VAT ID with the address of the invoice, when that has none. The order is
 * placed already, so a failure is only said.
 */
async function keepAddresses(
  { deliverTo, billTo, billed, vatId }: Texts,
  addresses: readonly SavedAddress[] = [],
): Promise<void> {
  const keep = (address: SaveAddress, id?: string) =>
    saveAddress(address, id).catch((error: unknown) =>
      notify.error(`The order is placed, but its address could not be saved. ${problemText(error)}`),
    )
  for (const state of [deliverTo, billTo])
    if (state.typed && state.isKept)
      await keep({ ...state.typed, ...(state === billed && vatId.trim() && { vatId: vatId.trim() }) })
  const saved = addresses.find(({ _id }) => _id === billed.chosen)
  if (!saved || saved.vatId || !vatId.trim()) return
  const { _id, addressLines: _, ...fields } = saved
  await keep({ ...fields, vatId: vatId.trim() }, _id)
}

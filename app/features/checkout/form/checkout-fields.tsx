import type { ReactNode } from 'react'
import type { SavedAddress } from '#features/delivery/client.ts'
import { PurchaseFields } from '#features/order-changes/components.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import type { Customer } from '../customer/fetch-customer.ts'
import { AddressChoice } from './address-choice.tsx'
import { CheckoutSum } from './checkout-sum.tsx'
import { DeliveryChoice } from './delivery-choice.tsx'
import type { useCheckout } from './use-checkout.ts'

type CheckoutFieldsProps = PartProps & {
  /** The heading of what is ordered. */
  title?: string
  /** What is ordered. */
  summary: ReactNode
  /** Where what is ordered can be changed. */
  back?: ReactNode
  action?: string
  blocked?: string | undefined
}

/**
 * The form of an order: where it goes, how, and the purchase data on the left, lines and sum with the button on the right; on a
 * phone the sum is pinned.
 */
export function CheckoutFields({
  title = 'Your order',
  summary,
  back,
  action,
  blocked,
  ...parts
}: CheckoutFieldsProps) {
  const { checkout } = parts
  return (
    <form
      {...checkout.form}
      aria-label="Order"
      aria-busy={checkout.isLoading}
      className="[--note-height:0px] lg:grid lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start lg:gap-12"
    >
      <div className="grid max-w-2xl gap-4 max-lg:mb-6">
        <Delivery {...parts} />
        <Billing {...parts} />
      </div>
      {/* Below `lg` its parts are those of the form, so that the sum is pinned beside all of it. */}
      <section
        aria-labelledby="summary"
        className="max-lg:contents lg:sticky lg:top-6 lg:flex lg:max-h-[calc(100dvh-3rem)] lg:flex-col lg:rounded lg:border lg:border-line"
      >
        {/* What is long scrolls here, above the sum, which nothing covers. */}
        <div className="grid min-h-0 min-w-0 grid-cols-1 content-start gap-3 lg:overflow-y-auto lg:p-6 lg:pb-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
            <h2 id="summary" className="text-lg">
              {title}
            </h2>
            {back}
          </div>
          {summary}
        </div>
        <CheckoutSum
          checkout={checkout}
          action={action}
          blocked={blocked}
          isNoteSaid={uselessVatId(checkout) !== undefined}
        />
      </section>
    </form>
  )
}

type PartProps = {
  /** Undefined until they are loaded. */
  customer: Customer | undefined
  addresses: readonly SavedAddress[] | undefined
  checkout: ReturnType<typeof useCheckout>
  /** Where the saved addresses can be changed. */
  addressBook?: ReactNode
  canKeepAddresses?: boolean
  /** Why no delivery can be offered yet. */
  waiting?: string | undefined
}

/** Where the order goes, and how. */
function Delivery({
  customer,
  addresses,
  checkout,
  addressBook,
  canKeepAddresses = false,
  waiting,
}: PartProps) {
  const { deliverTo, countries, errors, quoted, enter, gone, chosen, chooseDelivery } = checkout
  return (
    <>
      <Part title="Deliver to" action={addresses && addresses.length > 0 && addressBook}>
        {addresses && customer ? (
          <AddressChoice
            label="Deliver to"
            state={deliverTo}
            addresses={addresses}
            countries={countries}
            errors={errors}
            help={addresses.length === 0 ? customer.said : ''}
            onLeave={enter}
            canKeep={canKeepAddresses}
          />
        ) : (
          <SkeletonRows className="h-11 w-full" />
        )}
      </Part>
      <Part title="Delivery">
        <DeliveryChoice
          quote={quoted.quote}
          isSettled={quoted.isSettled}
          chosen={chosen}
          gone={gone}
          error={errors.delivery}
          onChoose={chooseDelivery}
          waiting={waiting}
        />
      </Part>
    </>
  )
}

const VAT_ID_HINT = 'For companies: free of VAT between two countries of the EU, once VIES confirms it.'

/** Why the VAT ID makes nothing free of tax: said at its field, which is far from the sum on a phone, and not at the sum too. */
function uselessVatId({ vatId, quoted: { quote, isSettled } }: PartProps['checkout']): string | undefined {
  const { kind, note } = quote?.tax ?? {}
  const isExempt = kind === 'reverse_charge' || kind === 'export'
  return vatId && isSettled && !isExempt ? note : undefined
}

/** Whom the invoice is for, and what the customer adds to it. */
function Billing({ addresses, checkout, canKeepAddresses = false }: PartProps) {
  const { billTo, countries, errors, typed, vatId, change, enter, deliverTo } = checkout
  return (
    <>
      <Part title="Billing address">
        <AddressChoice
          label="Billing address"
          state={billTo}
          addresses={addresses ?? []}
          same={deliverTo.chosen}
          countries={countries}
          errors={errors}
          canKeep={canKeepAddresses}
        />
      </Part>
      <Part title="Purchase">
        <div className="grid items-start gap-x-3 sm:grid-cols-2 [&>:last-child]:col-span-full">
          <Field
            label="VAT ID"
            name="vatId"
            autoComplete="off"
            value={vatId}
            onChange={({ target }) => change({ vatId: target.value })}
            onBlur={enter}
            hint={VAT_ID_HINT}
            warning={uselessVatId(checkout)}
            error={errors.vatId ?? null}
          />
          <PurchaseFields
            texts={{ poNumber: typed.poNumber ?? '', note: typed.note ?? '' }}
            onChange={change}
            errors={errors}
          />
        </div>
      </Part>
    </>
  )
}

type PartSectionProps = { title: string; action?: ReactNode; children: ReactNode }

const Part = ({ title, action, children }: PartSectionProps) => (
  <section className="min-w-0">
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
      <h2 className="text-lg">{title}</h2>
      {action}
    </div>
    {children}
  </section>
)

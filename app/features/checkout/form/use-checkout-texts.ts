import { useState } from 'react'
import type { Session } from '#features/accounts/browser-session.ts'
import { rememberedCountry } from '#features/cart/country-choice.ts'
import type { SavedAddress } from '#features/delivery/client.ts'
import {
  type AddressTexts,
  addressOf,
  addressTextsOf,
  type Countries,
  countryOfLanguage,
  destinationOf,
  looksLikePostcode,
  useCountries,
} from '#features/delivery/components.tsx'
import type { Address, Destination, GivenAddress } from '#features/delivery/schema.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import type { Customer } from '../customer/fetch-customer.ts'
import { type AddressPart, addressTextsIn, draftsOf, inPart, LAST, NEW, SAME } from './checkout-texts.ts'
import type { useEnteredFields } from './use-entered.ts'

type CheckoutOptions = {
  session: Session
  /** The name of the form among the drafts of the account. */
  draft: string
  /** Whom the order is for. */
  name: string
  /** Undefined until they are loaded. */
  customer: Customer | undefined
  addresses: readonly SavedAddress[] | undefined
  /** Others that are in no address book: an order names them whole. */
  offered?: readonly SavedAddress[]
  /** An admin places it: what this browser remembers says nothing of the customer. */
  isForOther?: boolean
}

/** An address that is there to be chosen. */
interface KnownAddress {
  /** As the order names it. */
  readonly given: GivenAddress
  readonly destination: Destination
  readonly lines: readonly string[]
  readonly vatId?: string | undefined
}

/** One of the addresses of the order, as the form shows it. */
export interface AddressState {
  readonly part: AddressPart
  /** The id of a saved address, `NEW`, `SAME` or `LAST`. */
  readonly chosen: string
  choose(value: string): void
  /** That of the last order, when no saved one is equal. */
  readonly last: KnownAddress | undefined
  /** The chosen address, unless it is typed. */
  readonly known: KnownAddress | undefined
  /** What the form of another address shows. */
  readonly texts: AddressTexts
  change(texts: Partial<AddressTexts>): void
  /** What the form says; undefined while another one is chosen, and without a country. */
  readonly typed: Address | undefined
  /** Whether it is to be saved. */
  readonly isKept: boolean
  keep(isKept: boolean): void
}

/** What the buyer chooses and types, kept over a reload. */
export function useCheckoutTexts({
  session,
  draft,
  name,
  customer,
  addresses: saved = [],
  offered = NO_ADDRESSES,
  isForOther = false,
}: CheckoutOptions) {
  const addresses = [...saved, ...offered]
  const { typed, change, forget } = useTypedText(session.email, draftsOf(draft))
  const [kept, setKept] = useState<readonly AddressPart[]>([])
  const first = addressTextsOf({
    name,
    phone: customer?.phone ?? '',
    country: isForOther
      ? (customer?.country ?? '')
      : (addresses[0]?.country ??
        (rememberedCountry() || customer?.country || countryOfLanguage(navigator.language))),
  })
  const lasts = lastAddresses(customer, addresses)
  const choiceOf = (part: AddressPart): string => {
    const choice = typed[`${part}/choice`]
    const isThere = choice === NEW || addresses.some(({ _id }) => _id === choice)
    if (choice !== undefined && (isThere || (choice === LAST && lasts[part]))) return choice
    if (part === 'billTo') return SAME
    return addresses[0]?._id ?? (lasts.deliverTo ? LAST : NEW)
  }
  const countries = useCountries(choiceOf('deliverTo') === NEW || choiceOf('billTo') === NEW)
  const stateOf = (part: AddressPart): AddressState => {
    const chosen = choiceOf(part)
    const texts = addressTextsIn(typed, part, first)
    const address = addresses.find(({ _id }) => _id === chosen)
    return {
      part,
      last: lasts[part],
      known: address ? knownOf(address, offered) : chosen === LAST ? lasts[part] : undefined,
      chosen,
      choose: (value) => change({ [`${part}/choice`]: value }),
      texts,
      change: (changed) => change(inPart(part, changed)),
      typed: chosen === NEW ? typedAddress(texts, countries) : undefined,
      isKept: kept.includes(part),
      keep: (isKept) => setKept([...kept.filter((each) => each !== part), ...(isKept ? [part] : [])]),
    }
  }
  const [deliverTo, billTo] = [stateOf('deliverTo'), stateOf('billTo')]
  const billed = billTo.chosen === SAME ? deliverTo : billTo
  /** That of whom the invoice is for, until another is typed. */
  const vatId = typed.vatId ?? billed.known?.vatId ?? ''
  return { typed, vatId, change, forget, countries, deliverTo, billTo, billed }
}

const NO_ADDRESSES: readonly SavedAddress[] = []

const knownOf = (address: SavedAddress, offered: readonly SavedAddress[]): KnownAddress => ({
  given: offered.includes(address) ? asTyped(address) : { addressId: address._id },
  destination: destinationOf(address),
  lines: address.addressLines,
  vatId: address.vatId,
})

/** The address without what the address book has of it. */
const asTyped = ({ _id, label, isDefault, addressLines, vatId, ...address }: SavedAddress): Address => address

/** The addresses of the last order that are in no address book. */
function lastAddresses(
  customer: Customer | undefined,
  addresses: readonly SavedAddress[],
): Readonly<Partial<Record<AddressPart, KnownAddress>>> {
  const { deliverTo, billTo, addressLines = [], billingLines = [], tax } = customer?.last ?? {}
  const known = (address: Address | undefined, lines: readonly string[]): KnownAddress | undefined => {
    const text = lines.join('\n')
    if (!address || !text || addresses.some((saved) => saved.addressLines.join('\n') === text))
      return undefined
    return { given: address, destination: destinationOf(address), lines, vatId: tax?.vatId }
  }
  return { deliverTo: known(deliverTo, addressLines), billTo: known(billTo, billingLines) }
}

function typedAddress(texts: AddressTexts, { list }: Countries): Address | undefined {
  const country = list?.find(({ code }) => code === texts.country)
  return country && addressOf(texts, country)
}

/**
 * Where the order goes, as far as a quote can be asked for it. A postcode that is being typed is left out until it looks like
 * one of the country, or its field was left; and one that the shop refused.
 */
export function destinationIn(
  { known, typed }: AddressState,
  { list = [] }: Countries,
  entered: ReturnType<typeof useEnteredFields>,
): Destination | undefined {
  if (known) return known.destination
  if (!typed) return undefined
  const { postcode = '', ...place } = destinationOf(typed)
  const fields = list.find(({ code }) => code === typed.country)?.fields
  const pattern = fields?.find(({ name }) => name === 'postcode')?.pattern
  const isWhole = entered.askedFor('deliverTo/postcode') !== '' || looksLikePostcode(postcode, pattern)
  const isAsked = postcode !== '' && isWhole && !entered.isRefused('deliverTo/postcode')
  return isAsked ? { ...place, postcode } : place
}

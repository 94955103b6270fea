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
import type { Address, Destination } from '#features/delivery/schema.ts'
import type { Customer } from '#features/orders/components.tsx'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { type AddressPart, addressTextsIn, draftsOf, inPart, NEW, SAME } from './checkout-texts.ts'
import type { useEntered } from './use-entered.ts'

type CheckoutOptions = {
  session: Session
  /** The name of the form among the drafts of the account. */
  draft: string
  /** Whom the order is for. */
  name: string
  /** Undefined until they are loaded. */
  customer: Customer | undefined
  addresses: readonly SavedAddress[] | undefined
  /** An admin places it: what this browser remembers says nothing of the customer. */
  isForOther?: boolean
}

/** One of the addresses of the order, as the form shows it. */
export interface AddressState {
  readonly part: AddressPart
  /** The id of a saved address, `NEW`, or `SAME`. */
  readonly chosen: string
  choose(value: string): void
  /** The chosen address of the address book. */
  readonly saved: SavedAddress | undefined
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
  addresses = [],
  isForOther = false,
}: CheckoutOptions) {
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
  const choiceOf = (part: AddressPart): string => {
    const choice = typed[`${part}/choice`]
    const isThere = choice === NEW || addresses.some(({ _id }) => _id === choice)
    if (choice !== undefined && isThere) return choice
    return part === 'billTo' ? SAME : (addresses[0]?._id ?? NEW)
  }
  const countries = useCountries(choiceOf('deliverTo') === NEW || choiceOf('billTo') === NEW)
  const stateOf = (part: AddressPart): AddressState => {
    const chosen = choiceOf(part)
    const texts = addressTextsIn(typed, part, first)
    return {
      part,
      chosen,
      choose: (value) => change({ [`${part}/choice`]: value }),
      saved: addresses.find(({ _id }) => _id === chosen),
      texts,
      change: (changed) => change(inPart(part, changed)),
      typed: chosen === NEW ? typedAddress(texts, countries) : undefined,
      isKept: kept.includes(part),
      keep: (isKept) => setKept([...kept.filter((each) => each !== part), ...(isKept ? [part] : [])]),
    }
  }
  return { typed, change, forget, countries, deliverTo: stateOf('deliverTo'), billTo: stateOf('billTo') }
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
  { saved, typed }: AddressState,
  { list = [] }: Countries,
  entered: ReturnType<typeof useEntered>,
): Destination | undefined {
  if (saved) return destinationOf(saved)
  if (!typed) return undefined
  const { postcode = '', ...place } = destinationOf(typed)
  const fields = list.find(({ code }) => code === typed.country)?.fields
  const pattern = fields?.find(({ name }) => name === 'postcode')?.pattern
  const isWhole = entered.askedFor('deliverTo/postcode') !== '' || looksLikePostcode(postcode, pattern)
  const isAsked = postcode !== '' && isWhole && !entered.isRefused('deliverTo/postcode')
  return isAsked ? { ...place, postcode } : place
}

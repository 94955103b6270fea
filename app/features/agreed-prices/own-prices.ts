import { useEffect, useMemo, useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { firstBreak, type PriceBreak, type PricedProduct } from '#features/pricing/price-line.ts'
import type { OwnPrice } from './schema.ts'

/** A part as a public page has it, with the prices of the list. */
interface ShownPart extends PricedProduct {
  readonly sku: string
}

/** A part with what whoever is signed in pays. */
export type OwnPart<Part> = Part & {
  /** The prices of the list, where what is paid is not these. */
  readonly listPrices?: readonly PriceBreak[]
}

interface Asked {
  readonly parts: readonly ShownPart[]
  /** Undefined: they could not be asked for. */
  readonly prices: ReadonlyMap<string, OwnPrice> | undefined
}

/**
 * The parts of a public page with the prices of whoever is signed in. They are asked for after the page is shown, by the members of
 * companies only. While `isWaiting` the prices are those of the list, which members do not see: an element with the class
 * `list-price` keeps their place. They are asked for again when `parts` is another object.
 */
export function useOwnPrices<Part extends ShownPart>(parts: readonly Part[]) {
  const session = useSession()
  const isAsking = session?.isInCompany === true && parts.length > 0
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    if (!isAsking) return
    let isOver = false
    const end = (prices?: Asked['prices']) => {
      if (!isOver) setAsked({ parts, prices })
    }
    import('./buyers/ask-prices.ts').then(({ askPrices }) => askPrices(parts)).then(end, () => end())
    return () => {
      isOver = true
    }
  }, [isAsking, parts])
  const known = isAsking && asked?.parts === parts ? asked : undefined
  const prices = known?.prices
  return {
    parts: useMemo(
      () =>
        (prices
          ? parts.map((part) => withOwn(part, prices.get(part.sku)))
          : parts) as readonly OwnPart<Part>[],
      [parts, prices],
    ),
    isWaiting: session === undefined || (isAsking && !known),
    hasFailed: known !== undefined && !prices,
  }
}

function withOwn<Part extends ShownPart>(part: Part, own: OwnPrice | undefined): OwnPart<Part> {
  if (!own?.agreed) return part
  const { prices } = own
  return {
    ...part,
    prices,
    ...('price' in part && { price: firstBreak(prices).price }),
    listPrices: part.prices,
  }
}

import { keepInTab, readInTab } from '#kit/browser/tab-storage.ts'
import { changeCart } from './cart-store.ts'
import { byPart, type CartLines, cartLine } from './lines.ts'

const KEY = 'checkout-without'

/** Which parts of the cart the next order has: all but those that are left out, or these alone. */
type Choice = { readonly without: readonly string[] } | { readonly only: readonly string[] }

let chosen: Choice | undefined

/** Which parts of the cart the next order has; the others stay in the cart. Until the tab is closed. */
export function orderedParts(): Choice {
  chosen ??= readStored()
  return chosen
}

export const isLeftOut = (choice: Choice, productId: string): boolean =>
  'only' in choice ? !choice.only.includes(productId) : choice.without.includes(productId)

/** Leaves these parts out of the next order, and no others. */
export function leaveOut(productIds: readonly string[]): void {
  choose({ without: productIds })
}

/** Leaves these parts out too. */
export function leaveOutAlso(productIds: readonly string[]): Choice {
  const choice = orderedParts()
  return choose(
    'only' in choice
      ? { only: choice.only.filter((id) => !productIds.includes(id)) }
      : { without: [...choice.without, ...productIds] },
  )
}

/** The next order has these lines alone, which the cart then has too. False as for {@link changeCart}. */
export function orderOnly(lines: CartLines): boolean {
  const ids = lines.map(({ productId }) => productId)
  const isChanged = changeCart((cart) => {
    const before = byPart(cart)
    return [
      ...cart.filter(({ productId }) => !ids.includes(productId)),
      ...lines.map((line) => cartLine({ ...before.get(line.productId), ...line })),
    ]
  })
  if (isChanged) choose({ only: ids })
  return isChanged
}

function choose(choice: Choice): Choice {
  chosen = choice
  keepInTab(KEY, choice)
  return choice
}

function readStored(): Choice {
  const { only, without } = (readInTab(KEY) ?? {}) as { only?: unknown; without?: unknown }
  return Array.isArray(only) ? { only: textsOf(only) } : { without: textsOf(without) }
}

const textsOf = (ids: unknown): string[] =>
  Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []

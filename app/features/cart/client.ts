import type { WordedQuote } from '#features/quote/schema.ts'
import { ProblemError, unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { cartApi } from './api.ts'
import { type CartLine, type CartLines, cartLine } from './lines.ts'

const client = createClient<ReturnType<typeof cartApi>>()

/** The lines of the caller's cart, as the shop has them. */
export const fetchCart = async (): Promise<CartLine[]> => linesOf(await unwrap(client.cart.$get()))

/** A browser sends no more bytes while a page is being left, and refuses such a request; a character has 3 at most. */
const LONGEST_KEPT_ALIVE = 65_000 / 3

/** Replaces the caller's cart, also while the page is being left. */
export async function putCart(lines: CartLines): Promise<CartLine[]> {
  const json = { lines: [...lines] }
  const keepalive = JSON.stringify(json).length < LONGEST_KEPT_ALIVE
  return linesOf(await unwrap(client.cart.$put({ json }, { init: { keepalive } })))
}

/** The products that a refused cart names and the shop does not know; undefined when it was refused for another reason. */
export function unknownIn(error: unknown, lines: CartLines): ReadonlySet<string> | undefined {
  const errors = error instanceof ProblemError && error.status === 422 ? error.errors : []
  const indexes = errors.map(({ pointer }) => /^#\/lines\/(\d+)\/productId$/.exec(pointer)?.[1])
  const unknown = indexes.flatMap((index) => lines[Number(index)]?.productId ?? [])
  return unknown.length > 0 ? new Set(unknown) : undefined
}

const linesOf = ({ lines }: Pick<WordedQuote, 'lines'>): CartLine[] =>
  lines.flatMap(({ productId, quantity, ...words }) =>
    productId === undefined || quantity === undefined ? [] : cartLine({ productId, quantity, ...words }),
  )

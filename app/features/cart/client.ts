import type { Quote } from '#features/quote/schema.ts'
import { ProblemError, unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { cartApi } from './api.ts'
import type { CartLine, CartLines } from './lines.ts'

const client = createClient<ReturnType<typeof cartApi>>()

/** The lines of the caller's cart, as the shop has them. */
export const fetchCart = async (): Promise<CartLine[]> => linesOf(await unwrap(client.cart.$get()))

/** Replaces the caller's cart, also while the page is being left. */
export const putCart = async (lines: CartLines): Promise<CartLine[]> =>
  linesOf(await unwrap(client.cart.$put({ json: { lines: [...lines] } }, { init: { keepalive: true } })))

/** The products that a refused cart names and the shop does not know; undefined when it was refused for another reason. */
export function unknownIn(error: unknown, lines: CartLines): ReadonlySet<string> | undefined {
  const errors = error instanceof ProblemError && error.status === 422 ? error.errors : []
  const indexes = errors.map(({ pointer }) => /^#\/lines\/(\d+)\/productId$/.exec(pointer)?.[1])
  const unknown = indexes.flatMap((index) => lines[Number(index)]?.productId ?? [])
  return unknown.length > 0 ? new Set(unknown) : undefined
}

const linesOf = ({ lines }: Pick<Quote, 'lines'>): CartLine[] =>
  lines.flatMap(({ productId, quantity }) =>
    productId === undefined || quantity === undefined ? [] : { productId, quantity },
  )

import { unwrap } from '#kit/browser/client.ts'
import { inParts } from '#kit/rows/in-parts.ts'
import { agreedPricesClient } from '../client.ts'
import { ASKED_AT_ONCE } from '../limits.ts'
import type { OwnPrice } from '../schema.ts'

/** What the caller pays for these parts, by part number. */
export async function askPrices(
  parts: readonly { readonly sku: string }[],
): Promise<ReadonlyMap<string, OwnPrice>> {
  const asked = await Promise.all(
    inParts(parts, ASKED_AT_ONCE).map((some) =>
      unwrap(agreedPricesClient.price.$get({ query: { sku: some.map(({ sku }) => sku) } })),
    ),
  )
  return new Map(asked.flat().map((price) => [price.sku, price]))
}

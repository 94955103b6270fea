import { useEffect, useState } from 'react'
import { partModelSizesPath } from '#features/catalog/paths.ts'
import type { ModelSizes } from '#features/models/schema.ts'
import { getJson } from '#kit/browser/client.ts'

/** The sizes of a part's files, which the shop makes when they are asked for; without one while it is not known. */
export function useModelSizes(sku: string): ModelSizes {
  const [known, setKnown] = useState<{ sku: string; sizes: ModelSizes }>()
  useEffect(() => {
    const left = new AbortController()
    getJson(partModelSizesPath(sku), left.signal).then(
      (sizes) => setKnown({ sku, sizes: sizes as ModelSizes }),
      // A link without its size is still a download.
      () => undefined,
    )
    return () => left.abort()
  }, [sku])
  return known?.sku === sku ? known.sizes : {}
}

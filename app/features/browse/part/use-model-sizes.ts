import { useEffect, useState } from 'react'
import { partModelSizesPath } from '#features/catalog/paths.ts'
import type { ModelSizes } from '#features/models/schema.ts'
import { getJson } from '#kit/browser/client.ts'

/** What takes long is asked for again, after this time. */
const AGAIN_AFTER_MS = 5000
const ATTEMPTS = 3

/** The sizes of a part's files, which the shop makes when they are asked for; without one while it is not known. */
export function useModelSizes(sku: string, formats: number): ModelSizes {
  const [known, setKnown] = useState<{ sku: string; sizes: ModelSizes }>()
  useEffect(() => {
    const left = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (attempts: number): Promise<void> => {
      const sizes = (await getJson(partModelSizesPath(sku), left.signal)) as ModelSizes
      setKnown({ sku, sizes })
      if (attempts > 1 && Object.keys(sizes).length < formats)
        timer = setTimeout(tryToAsk, AGAIN_AFTER_MS, attempts - 1)
    }
    // A link without its size is still a download.
    const tryToAsk = (attempts: number) => void ask(attempts).catch(() => undefined)
    tryToAsk(ATTEMPTS)
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [sku, formats])
  return known?.sku === sku ? known.sizes : {}
}

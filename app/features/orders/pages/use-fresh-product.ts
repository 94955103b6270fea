import { useState } from 'react'
import { catalogClient } from '#features/catalog/client.ts'
import type { Product } from '#features/catalog/schema.ts'
import { unwrap } from '#kit/browser/client.ts'

/** The product as it was loaded, until `renew` asks for it as it is now; when that fails it stays as it was. */
export function useFreshProduct(loaded: Product) {
  const [fresh, setFresh] = useState<{ loaded: Product; product: Product }>()
  const renew = async () => {
    const param = { id: encodeURIComponent(loaded._id) }
    const product = await unwrap(catalogClient.order[':id'].$get({ param })).catch(() => undefined)
    if (product) setFresh({ loaded, product })
  }
  return { product: fresh?.loaded === loaded ? fresh.product : loaded, renew }
}

import { useState } from 'react'
import { catalogClient } from '#features/catalog/client.ts'
import type { Product } from '#features/catalog/schema.ts'
import { unwrap } from '#kit/browser/client.ts'

/** The product as loaded; `refetch` fetches the current one, and keeps the loaded one when that fails. */
export function useFreshProduct(loaded: Product) {
  const [fresh, setFresh] = useState<{ loaded: Product; product: Product }>()
  const refetch = async () => {
    const param = { id: encodeURIComponent(loaded._id) }
    const product = await unwrap(catalogClient.order[':id'].$get({ param })).catch(() => undefined)
    if (product) setFresh({ loaded, product })
  }
  return { product: fresh?.loaded === loaded ? fresh.product : loaded, refetch }
}

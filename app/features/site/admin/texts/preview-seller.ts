import { fetchSettings } from '#features/settings/admin/client.ts'
import type { ShownSeller } from '#features/settings/schema.ts'
import type { PortfolioSeller } from '../../portfolio/portfolio-view.tsx'

export type PreviewSeller = ShownSeller & PortfolioSeller

/** The seller of the settings. The page itself has the address as the post of its country writes it. */
export async function fetchPreviewSeller(signal: AbortSignal): Promise<PreviewSeller> {
  const { address, ...seller } = (await fetchSettings(signal)).seller
  const place = address && [address.postcode, address.city].filter(Boolean).join(' ')
  return {
    ...seller,
    address: address && [address.street, place].filter(Boolean).join('\n'),
    town: address?.city,
  }
}

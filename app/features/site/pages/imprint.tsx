import { currentSettings, sellerTermsOf } from '#features/settings/settings.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import type { Shop } from '#kit/shop.ts'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { type ImprintSeller, SellerFacts } from '../imprint/seller-facts.tsx'
import { currentTexts } from '../texts/site-texts.ts'
import { readText } from '../written/read-text.ts'
import { WrittenText } from '../written/written-text.tsx'
import type { Route } from './+types/imprint.ts'

export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) =>
  publicMeta(
    { title: page.loaderData.title, description: 'Who runs this shop, and how to reach them.' },
    page,
  )

export function loader({ context }: Route.LoaderArgs) {
  return loadOrUnavailable(async () => {
    const shop = context.get(shopContext)
    const { imprintHeading, imprintText } = await currentTexts(shop)
    return { title: imprintHeading, seller: await readSeller(shop), blocks: readText(imprintText) }
  })
}

/** The seller as documents show it. */
async function readSeller(shop: Shop): Promise<ImprintSeller> {
  const settings = await currentSettings(shop)
  const { name, email, phone, vatId, taxNumber } = settings.seller
  const printed = sellerTermsOf(settings, shop.config).seller
  return { name: printed?.name ?? name, address: printed?.address, email, phone, vatId, taxNumber }
}

export default function Imprint({ loaderData: { title, seller, blocks } }: Route.ComponentProps) {
  return (
    <PageLayout width="reading">
      <PageHeading title={title} />
      <SellerFacts seller={seller} />
      <WrittenText blocks={blocks} />
    </PageLayout>
  )
}

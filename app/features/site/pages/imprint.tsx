import { shownSeller } from '#features/settings/settings.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { SellerFacts } from '../imprint/seller-facts.tsx'
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
    return { title: imprintHeading, seller: await shownSeller(shop), blocks: readText(imprintText) }
  })
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

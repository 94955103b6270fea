import { currentSettings } from '#features/settings/settings.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { requirePage } from '#kit/rendering/require-page.ts'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { PortfolioView, portfolioTexts } from '../portfolio/portfolio-view.tsx'
import { currentTexts } from '../texts/site-texts.ts'
import type { Route } from './+types/portfolio.ts'

export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) => {
  const { portfolioHeading: title, portfolioLead: lead } = page.loaderData.texts
  return publicMeta({ title, description: lead || title }, page)
}

export function loader({ context }: Route.LoaderArgs) {
  requirePage('/portfolio')
  return loadOrUnavailable(async () => {
    const shop = context.get(shopContext)
    const { email, phone, address } = (await currentSettings(shop)).seller
    return {
      texts: portfolioTexts(await currentTexts(shop)),
      seller: { email, phone, town: address?.city },
    }
  })
}

export default function Portfolio({ loaderData: { texts, seller } }: Route.ComponentProps) {
  return (
    <PageLayout>
      <PageHeading title={texts.portfolioHeading} lead={texts.portfolioLead} />
      <PortfolioView texts={texts} seller={seller} />
    </PageLayout>
  )
}

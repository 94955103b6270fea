import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { currentTexts } from '../texts/site-texts.ts'
import { readText } from '../written/read-text.ts'
import { WrittenText } from '../written/written-text.tsx'
import type { Route } from './+types/terms.ts'

export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) => {
  const { title, lead } = page.loaderData
  return publicMeta({ title, description: lead || title }, page)
}

export function loader({ context }: Route.LoaderArgs) {
  return loadOrUnavailable(async () => {
    const { termsHeading, termsLead, termsText } = await currentTexts(context.get(shopContext))
    return { title: termsHeading, lead: termsLead, blocks: readText(termsText) }
  })
}

export default function Terms({ loaderData: { title, lead, blocks } }: Route.ComponentProps) {
  return (
    <PageLayout width="reading">
      <PageHeading title={title} lead={lead} />
      <WrittenText blocks={blocks} />
    </PageLayout>
  )
}

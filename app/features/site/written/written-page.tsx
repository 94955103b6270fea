import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import type { Block } from './read-text.ts'
import { WrittenText } from './written-text.tsx'

/** The pages that are a heading and a text. */
export type WrittenPageName = 'terms' | 'privacy' | 'returns'

/** What such a page loads. */
export interface Written {
  readonly title: string
  readonly lead: string
  readonly blocks: Block[]
}

type MetaPage = Parameters<typeof publicMeta>[1] & { readonly loaderData: Written }

/** The meta tags of such a page. */
export const writtenMeta = (page: MetaPage) => {
  const { title, lead } = page.loaderData
  return publicMeta({ title, description: lead || title }, page)
}

export const WrittenPage = ({ loaderData: { title, lead, blocks } }: { loaderData: Written }) => (
  <PageLayout width="reading">
    <PageHeading title={title} lead={lead} />
    <WrittenText blocks={blocks} />
  </PageLayout>
)

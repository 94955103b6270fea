import type { NamedPath } from './named-path.ts'

/** The pages above a page, the topmost first, and the page itself, as structured data of schema.org. */
export const breadcrumbData = (pages: readonly NamedPath[], publicUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: pages.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: publicUrl + path,
  })),
})

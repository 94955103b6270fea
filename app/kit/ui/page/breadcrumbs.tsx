import { Link } from 'react-router'

/** Links to the pages above the current one, the topmost first. */
export function Breadcrumbs({ above }: { above: readonly NamedPath[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="text-sm">
      <ol className="flex flex-wrap gap-x-2">
        {above.map(({ name, path }, index) => (
          <li key={path} className="flex items-center gap-x-2">
            {index > 0 && (
              <span aria-hidden="true" className="text-muted">
                ›
              </span>
            )}
            <Link to={path} className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

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

/** A name with the path of its page. */
export interface NamedPath {
  readonly name: string
  readonly path: string
}

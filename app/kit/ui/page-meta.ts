import type { Location, MetaDescriptor } from 'react-router'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/search-length.ts'
import { texts } from '#kit/texts.ts'

interface PublicPage {
  /** Without the brand, which every title ends with. */
  readonly title: string
  readonly description: string
  /** The parameters that make another page of the same path, as the page has understood them; without a value they are left out. */
  readonly parameters?: Readonly<Record<string, string | undefined>>
  /** Kept out of search engines, and still shown well where somebody shares its address. */
  readonly isUnlisted?: boolean
}

interface PageArgs {
  readonly location: Location
  readonly matches: readonly ({ readonly loaderData: unknown } | undefined)[]
}

const SHARE_IMAGE = { path: '/share.png', width: 1200, height: 630, alt: 'A bolted joint, drawn in parts' }

const UNLISTED: MetaDescriptor = { name: 'robots', content: 'noindex' }

/** What the head of a page says that anyone may see: to readers, to search engines, and where its address is shared. */
export function publicMeta(page: PublicPage, { location, matches }: PageArgs): MetaDescriptor[] {
  const { publicUrl } = rootOf(matches)
  const address = publicUrl + location.pathname + queryOf(page.parameters ?? {})
  return [
    { title: titled(page.title) },
    { name: 'description', content: page.description },
    page.isUnlisted ? UNLISTED : { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: texts.brand },
    { property: 'og:url', content: address },
    { property: 'og:image', content: publicUrl + SHARE_IMAGE.path },
    { property: 'og:image:width', content: String(SHARE_IMAGE.width) },
    { property: 'og:image:height', content: String(SHARE_IMAGE.height) },
    { property: 'og:image:alt', content: SHARE_IMAGE.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** What the head of a page says that is for one person, or stands for no page at all. */
export const privateMeta = (title: string): MetaDescriptor[] => [{ title: titled(title) }, UNLISTED]

/** The title of a list that is searched by `q` in its address: "washer · All Parts". */
export function searchTitle(list: string, { search }: Pick<Location, 'search'>): string {
  const q = new URLSearchParams(search).get('q')?.trim().slice(0, MAXIMUM_SEARCH_LENGTH)
  return q ? `${q} · ${list}` : list
}

const titled = (title: string): string => `${title} · ${texts.brand}`

/** The shop's address, as the outermost match, the root, loaded it. */
export const publicUrlOf = (page: Pick<PageArgs, 'matches'>): string => rootOf(page.matches).publicUrl

const rootOf = (matches: PageArgs['matches']) => matches[0]?.loaderData as { publicUrl: string }

function queryOf(parameters: NonNullable<PublicPage['parameters']>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

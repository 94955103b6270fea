import type { Location, MetaDescriptor } from 'react-router'
import { shopName } from '#kit/identity/shop-identity.ts'
import { readSearch } from '#kit/input/search-length.ts'

interface PublicPage {
  /** Without the brand, which is appended to every title. */
  readonly title: string
  readonly description: string
  /** The path of the canonical address; unless given, that of the page's address. */
  readonly path?: string
  /** The query parameters of the canonical address; those without a value are left out. */
  readonly parameters?: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The picture in previews; unless given, that of the shop. */
  readonly picture?: SharePicture
  /** Not indexed by search engines, but with a preview when its address is shared. */
  readonly isUnlisted?: boolean
}

/** A picture of the shop, with its path and its size in pixels. */
interface SharePicture {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly alt: string
}

interface PageArgs {
  readonly location: Location
  readonly matches: readonly ({ readonly loaderData: unknown } | undefined)[]
}

const SHOP_PICTURE: SharePicture = {
  path: '/share.png',
  width: 1200,
  height: 630,
  alt: 'A bolted joint, drawn in parts',
}

const UNLISTED: MetaDescriptor = { name: 'robots', content: 'noindex' }

/** The meta tags of a public page, for browsers, search engines and previews of shared addresses. */
export function publicMeta(page: PublicPage, { location, matches }: PageArgs): MetaDescriptor[] {
  const { publicUrl } = rootOf(matches)
  const address = publicUrl + (page.path ?? location.pathname) + queryOf(page.parameters ?? {})
  const picture = page.picture ?? SHOP_PICTURE
  return [
    { title: titled(page.title) },
    { name: 'description', content: page.description },
    page.isUnlisted ? UNLISTED : { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: shopName() },
    { property: 'og:url', content: address },
    { property: 'og:image', content: publicUrl + picture.path },
    { property: 'og:image:width', content: String(picture.width) },
    { property: 'og:image:height', content: String(picture.height) },
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** The meta tags of a private page or an error page. */
export const privateMeta = (title: string): MetaDescriptor[] => [{ title: titled(title) }, UNLISTED]

/** The title of a list with the search `q` of its address: "washer · All Parts". */
export function searchTitle(list: string, { search }: Pick<Location, 'search'>): string {
  const q = readSearch(new URLSearchParams(search))
  return q ? `${q} · ${list}` : list
}

const titled = (title: string): string => `${title} · ${shopName()}`

/** The public URL of the shop, from the loader data of the root route. */
export const publicUrlOf = (page: Pick<PageArgs, 'matches'>): string => rootOf(page.matches).publicUrl

const rootOf = (matches: PageArgs['matches']) => matches[0]?.loaderData as { publicUrl: string }

function queryOf(parameters: NonNullable<PublicPage['parameters']>): string {
  const given = Object.entries(parameters).flatMap(([name, values = []]) =>
    [values].flat().flatMap((value) => (value ? [[name, value]] : [])),
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

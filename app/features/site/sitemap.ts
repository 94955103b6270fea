import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { listCategories, listPartsForSale, sectionsForSale } from '#features/catalog/catalog.ts'
import { catalogue, categoryPath, partPath } from '#features/catalog/paths.ts'
import { countedRows } from '#kit/db/row-counts.ts'
import { shopIdentity } from '#kit/identity/shop-identity.ts'
import type { Shop } from '#kit/shop.ts'

const HOUR_SECONDS = 3600

/** The public pages without those of categories and parts. */
const PAGES = [
  '/',
  catalogue.path,
  '/blog',
  '/portfolio',
  '/login',
  '/register',
  '/forgotpass',
  '/terms',
  '/privacy',
  '/returns',
  '/imprint',
]

/** A page of the shop. `changedAt`: ISO 8601. */
interface Listed {
  readonly path: string
  readonly changedAt?: string
}

const FIRST_OF_PARTS = 2

/**
 * The routes of the sitemap: one list up to `limit` addresses; above it the index of lists, of which the first has the pages
 * and the categories, and each other one the parts of a section. A part stays in its list, so a crawler reads it again
 * only when it has changed.
 */
export function sitemapRoutes(
  { db, config: { publicUrl } }: Pick<Shop, 'db' | 'config'>,
  limit = 10_000,
): Hono {
  const readPages = async (): Promise<Listed[]> => {
    const categories = (await listCategories(db)).filter(({ count }) => count > 0)
    const { absent } = shopIdentity()
    const pages = PAGES.filter((path) => !absent.includes(path))
    return [...pages, ...categories.map(({ slug }) => categoryPath(slug))].map((path) => ({ path }))
  }

  const readParts = async (after: number, upTo: number): Promise<Listed[]> => {
    const parts = await listPartsForSale(db, { after, upTo, limit })
    return parts.map(({ sku, updatedAt }) => ({ path: partPath(sku), changedAt: updatedAt }))
  }

  const readList = async (number: number): Promise<Listed[]> => {
    const section = number - FIRST_OF_PARTS
    return section < 0 ? readPages() : readParts(section * limit, (section + 1) * limit)
  }

  const routes = new Hono()
  routes.get('/sitemap.xml', compress(), async (c) => {
    const pages = await readPages()
    if (pages.length + (await countedRows(db, 'products')) <= limit)
      return c.body(
        listOf([...pages, ...(await readParts(0, Number.MAX_SAFE_INTEGER))], publicUrl),
        200,
        HEADERS,
      )
    const sections = await sectionsForSale(db, limit)
    return c.body(
      indexOf([1, ...sections.map((section) => section + FIRST_OF_PARTS)], publicUrl),
      200,
      HEADERS,
    )
  })
  routes.get('/:file{sitemap-[1-9][0-9]{0,5}\\.xml}', compress(), async (c) => {
    const listed = await readList(Number(/\d+/.exec(c.req.param('file'))?.[0]))
    return listed.length === 0 ? c.notFound() : c.body(listOf(listed, publicUrl), 200, HEADERS)
  })
  return routes
}

const HEADERS = {
  'Content-Type': 'application/xml; charset=utf-8',
  'Cache-Control': `public, max-age=${HOUR_SECONDS}`,
}

const listOf = (listed: readonly Listed[], publicUrl: string): string =>
  xmlOf(
    'urlset',
    listed.map(({ path, changedAt }) => {
      const changed = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`
      return `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed}</url>`
    }),
  )

const indexOf = (numbers: readonly number[], publicUrl: string): string =>
  xmlOf(
    'sitemapindex',
    numbers.map((number) => `<sitemap><loc>${escapeXml(publicUrl)}/sitemap-${number}.xml</loc></sitemap>`),
  )

const xmlOf = (element: 'urlset' | 'sitemapindex', lines: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</${element}>
`

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Config } from '#kit/config/config.ts'
import { shopName } from '#kit/identity/shop-identity.ts'

const DAY_SECONDS = 86_400

const ART = 'app/kit/ui/art'

/** Conventional addresses of icons and images, with their files. */
const IMAGES = [
  ['/favicon.ico', 'favicon.svg'],
  ['/favicon.svg', 'favicon.svg'],
  ['/apple-touch-icon.png', 'apple-touch-icon.png'],
  ['/icon-192.png', 'icon-192.png'],
  ['/icon-512.png', 'icon-512.png'],
  ['/icon-maskable.png', 'icon-maskable.png'],
  ['/share.png', 'share.png'],
] as const

/** The routes of robots.txt, the manifest, icons and the image for shared links. */
export function siteFileRoutes({ publicUrl }: Config): Hono {
  const routes = new Hono()
  const serve = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) =>
    routes.get(path, (c) =>
      c.body(body, 200, { 'Content-Type': type, 'Cache-Control': `public, max-age=${DAY_SECONDS}` }),
    )
  serve('/robots.txt', 'text/plain; charset=utf-8', robots(publicUrl))
  routes.get('/site.webmanifest', (c) =>
    c.body(JSON.stringify({ name: shopName(), short_name: shopName(), ...MANIFEST }), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': `public, max-age=${DAY_SECONDS}`,
    }),
  )
  for (const [path, file] of IMAGES) {
    const type = file.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
    serve(path, type, Uint8Array.from(readFileSync(join(ART, file))))
  }
  return routes
}

const robots = (publicUrl: string): string => `User-agent: *
Disallow: /api
Disallow: /dashboard
Disallow: /sandbox

Sitemap: ${publicUrl}/sitemap.xml
`

const MANIFEST = {
  description: 'Machine parts by the hundred.',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#008037',
  background_color: '#ffffff',
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
}

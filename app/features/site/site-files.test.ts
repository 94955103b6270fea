import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'

const PUBLIC_URL = 'https://parts.example/'

test('robots.txt excludes private addresses and names the sitemap', async () => {
  await using app = await createTestApp({ PUBLIC_URL, SANDBOX: 'on' })
  const { status, headers, body } = await app.call('GET', '/robots.txt')
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  for (const path of ['/dashboard', '/api', '/sandbox']) expect(body).toContain(`Disallow: ${path}\n`)
  expect(body).toContain('Sitemap: https://parts.example/sitemap.xml\n')
})

test('the manifest names icons that exist, one of them maskable', async () => {
  await using app = await createTestApp()
  const answer = await app.app.fetch(new Request('http://localhost:3000/site.webmanifest'))
  expect(answer.headers.get('Content-Type')).toBe('application/manifest+json')
  const { name, start_url, icons } = await answer.json()
  expect([name, start_url]).toEqual(['Parts Shop', '/'])
  expect(icons.some(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toBe(true)
  for (const { src, type, sizes } of icons) {
    const icon = await app.app.fetch(new Request(`http://localhost:3000${src}`))
    expect([icon.status, icon.headers.get('Content-Type')]).toEqual([200, type])
    if (type === 'image/png') expect(`${await pngSize(icon)}`).toBe(sizes)
  }
})

test.each([
  ['/share.png', 'image/png', '1200x630'],
  ['/apple-touch-icon.png', 'image/png', '180x180'],
  ['/favicon.ico', 'image/svg+xml', undefined],
])('%s is served at its conventional address', async (path, type, size) => {
  await using app = await createTestApp()
  const answer = await app.app.fetch(new Request(`http://localhost:3000${path}`))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe(type)
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=86400')
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  if (size) expect(await pngSize(answer)).toBe(size)
})

/** A PNG has its width and height after the signature and the header of the first chunk. */
async function pngSize(image: Response): Promise<string> {
  const view = new DataView(await image.arrayBuffer())
  return `${view.getUint32(16)}x${view.getUint32(20)}`
}

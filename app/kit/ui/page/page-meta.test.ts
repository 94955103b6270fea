import { expect, test } from 'vitest'
import { publicMeta } from './page-meta.ts'

const PAGE = {
  location: { pathname: '/list/a', search: '?q=x', hash: '', state: null, key: '' },
  matches: [{ loaderData: { publicUrl: 'https://shop.example' } }],
} as unknown as Parameters<typeof publicMeta>[1]

const metaOf = (page: Partial<Parameters<typeof publicMeta>[0]>) => {
  const tags = publicMeta({ title: 'A list', description: 'All of them.', ...page }, PAGE)
  const contentOf = (name: string) =>
    tags.map((tag) => ('property' in tag && tag.property === name ? tag.content : undefined)).find(Boolean)
  return { tags, contentOf }
}

test('the canonical address has the path of the page, without its query', () => {
  const { tags, contentOf } = metaOf({})
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://shop.example/list/a' })
  expect(contentOf('og:url')).toBe('https://shop.example/list/a')
  expect(contentOf('og:image')).toBe('https://shop.example/share.png')
})

test('a page can name its canonical path and parameters, of which those without a value are left out', () => {
  const parameters = { page: '2', after: undefined, size: ['8', '10 mm', ''], none: [] }
  const { tags } = metaOf({ path: '/list/b', parameters })
  const href = 'https://shop.example/list/b?page=2&size=8&size=10+mm'
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href })
})

test('an unlisted page has no canonical address, but one to share', () => {
  const { tags, contentOf } = metaOf({ isUnlisted: true, parameters: { q: 'x' } })
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(tags.some((tag) => 'rel' in tag)).toBe(false)
  expect(contentOf('og:url')).toBe('https://shop.example/list/a?q=x')
})

test('a page can have a picture of its own', () => {
  const picture = { path: '/pictures/a.png', width: 600, height: 315, alt: 'The first' }
  const { contentOf } = metaOf({ picture })
  expect(['', ':width', ':height', ':alt'].map((part) => contentOf(`og:image${part}`))).toEqual([
    'https://shop.example/pictures/a.png',
    '600',
    '315',
    'The first',
  ])
})

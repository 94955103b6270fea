import { expect, test } from 'vitest'
import { breadcrumbData } from './breadcrumbs.tsx'

test('the pages above a page are listed with their positions and public addresses', () => {
  const pages = [
    { name: 'Lists', path: '/lists' },
    { name: 'A', path: '/lists/a' },
  ]
  expect(breadcrumbData(pages, 'https://shop.example').itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Lists', item: 'https://shop.example/lists' },
    { '@type': 'ListItem', position: 2, name: 'A', item: 'https://shop.example/lists/a' },
  ])
})

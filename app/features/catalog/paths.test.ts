import { expect, test } from 'vitest'
import { categoryPath, orderPath, partPath } from './paths.ts'

// A browser removes the tab, and reads what follows two slashes as a host.
test.each(['../../..\t/evil.example', '/evil.example', '\\\\evil.example', 'a?b#c'])(
  'a path with %j stays on its page',
  (given) => {
    for (const [pathOf, page] of [
      [categoryPath, '/parts/'],
      [partPath, '/part/'],
      [orderPath, '/order/'],
    ] as const) {
      const { origin, pathname } = new URL(pathOf(given), 'https://shop.example')
      expect(origin).toBe('https://shop.example')
      expect(decodeURIComponent(pathname)).toBe(page + given)
    }
  },
)

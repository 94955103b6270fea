import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPictureAddress, toInternalPath, toPictureAddress } from './internal-path.ts'

const SHOP = 'https://shop.example'

test.each([
  ['/', '/'],
  ['/part/abc', '/part/abc'],
  ['/dashboard/part/1?x=%2F%2Fa#b', '/dashboard/part/1?x=%2F%2Fa#b'],
  ['/a/../b', '/b'],
  ['/?next=https://evil.example', '/?next=https://evil.example'],
  ['/;//evil.example', '/;//evil.example'],
  ['/a//b', '/a//b'],
  [`${SHOP}/blog?a=1`, '/blog?a=1'],
  [SHOP, '/'],
])('%j is a target of the shop', (target, path) => {
  expect(toInternalPath(target, [SHOP])).toBe(path)
})

/** Addresses of other sites that look like a path. */
const FOREIGN = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\u0000//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/a/b/../..//evil.example',
  '/./\\evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/%252e//evil.example',
  '/%2fevil.example',
  '/%252Fevil.example',
  '/%5cevil.example',
  '／／evil.example',
  'https://evil.example/x',
  'https:evil.example',
  'http:/evil.example',
  `${SHOP}@evil.example`,
  `https://somebody:secret@shop.example/`,
  `${SHOP}.evil.example/`,
  `${SHOP}:8443/`,
  `${SHOP}//evil.example`,
  `${SHOP}/.//evil.example`,
  'http://shop.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://shop.example/x',
  'part/abc',
  '',
]

// attack: open-redirect
test.each(FOREIGN)('%j is not a target of the shop', (target) => {
  expect(toInternalPath(target, [SHOP])).toBeUndefined()
})

/** Strings made of parts of addresses. */
const targets = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        ...[
          '/',
          '//',
          '\\',
          '.',
          '..',
          '%2e',
          '%2f',
          '%252e',
          '%5c',
          '?',
          '#',
          '@',
          ':',
          ';',
          '\t',
          '\n',
          ' ',
        ],
        ...['evil.example', 'a', SHOP, 'https:', 'javascript:', '／', '。', '\u0000', '\u00a0', '%', '%00'],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
)

// attack: open-redirect
test('every accepted target stays in the shop, also when it is resolved again', () => {
  fc.assert(
    fc.property(targets, fc.boolean(), (text, rooted) => {
      const path = toInternalPath(rooted ? `/${text}` : text, [SHOP])
      if (path === undefined) return
      for (const base of [SHOP, `${SHOP}/api/auth/callback/google?x=1`, 'http://localhost:3000/login']) {
        const resolved = new URL(path, base)
        expect(resolved.origin).toBe(new URL(base).origin)
        expect(resolved.pathname.startsWith('//')).toBe(false)
        expect(new URL(resolved.pathname + resolved.search + resolved.hash, base).href).toBe(resolved.href)
      }
      expect(toInternalPath(path)).toBe(path)
    }),
    { numRuns: 5000 },
  )
})

test.each(['/drawings/nut.svg', 'https://pictures.example/nut.png', 'HTTPS://pictures.example/a?b=c'])(
  '%j is accepted as the address of a picture',
  (address) => expect(isPictureAddress(address)).toBe(true),
)

test.each([
  'nut.svg',
  'https:nut.svg',
  'https://',
  'http://pictures.example/a.png',
  ...FOREIGN.filter((address) => !/^https:\/\//.test(address)),
])('%j is refused as the address of a picture', (address) => expect(isPictureAddress(address)).toBe(false))

test.each([
  ['/images/a', '/images/a'],
  ['/images/a?w=160', '/images/a?w=160'],
  ['/a/../images/a', '/images/a'],
  ['/images/./a', '/images/a'],
  ['/%69mages/%61', '/images/a'],
  ['/%2569mages/a', '/%2569mages/a'],
  ['/a%20b%2Bc/%E2%82%AC.svg', '/a%20b%2Bc/%E2%82%AC.svg'],
  [`${SHOP}/images/a`, '/images/a'],
  [`${SHOP.toUpperCase()}:443/%2e/images/a`, '/images/a'],
  ['https:\\\\shop.example\\images\\a', '/images/a'],
  ['https://somebody:secret@shop.example/images/a', '/images/a'],
])('the picture %j is %j', (address, path) => {
  expect(toPictureAddress(address, [SHOP])).toBe(path)
  expect(toPictureAddress(path, [SHOP])).toBe(path)
})

test.each([
  `${SHOP}//evil.example/a`,
  'https://pictures.example/%61/../b',
  'blob:https://shop.example/a',
  '',
])('%j is no picture of the shop and stays', (address) =>
  expect(toPictureAddress(address, [SHOP])).toBe(address),
)

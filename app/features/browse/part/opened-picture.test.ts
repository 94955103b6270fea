import { expect, test } from 'vitest'
import { openedPicture } from './opened-picture.ts'

test('only of a drawing of the shop the page of the part says that it is opened', () => {
  expect(openedPicture('/drawings/HX-1.svg')).toBe('/drawings/HX-1.svg?opened')
  const others = [
    '',
    '/images/0123456789abcdefghijklmn',
    'https://pictures.example/drawings/a.svg',
    '/drawings/a.svg?x=1',
  ]
  expect(others.map(openedPicture)).toEqual(others)
})

import { expect, test } from 'vitest'
import { idsBetween } from './use-chosen.ts'

const LISTED = ['a', 'b', 'c', 'd']

test('a range has both ends, in whichever sequence they were chosen', () => {
  expect(idsBetween(LISTED, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(LISTED, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(LISTED, 'c', 'c')).toEqual(['c'])
})

test('without a first end in the list a range is one row', () => {
  expect(idsBetween(LISTED, undefined, 'b')).toEqual(['b'])
  expect(idsBetween(LISTED, 'gone', 'b')).toEqual(['b'])
})

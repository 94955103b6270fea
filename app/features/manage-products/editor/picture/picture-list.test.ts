import { expect, test } from 'vitest'
import { addPicture, isChanged, movePicture, withoutPicture, withText } from './picture-list.ts'

const two = [{ image: '/a.png', alt: 'The first' }, { image: '/b.png' }]

test('pictures are added once, moved and removed', () => {
  expect(addPicture(two, '/c.png')).toEqual([...two, { image: '/c.png' }])
  expect(addPicture(two, '/b.png')).toEqual(two)
  expect(movePicture(two, 0, 1)).toEqual(two.toReversed())
  expect(movePicture(two, 1, -1)).toEqual(two.toReversed())
  expect([movePicture(two, 1, 1), movePicture(two, 0, -1)]).toEqual([two, two])
  expect(withoutPicture(two, 0)).toEqual([{ image: '/b.png' }])
})

test('the text of a picture is typed, and gone when it is empty; it then is as it was', () => {
  const typed = withText(two, 1, 'The side')
  expect(typed).toEqual([two[0], { image: '/b.png', alt: 'The side' }])
  expect(isChanged(two, typed)).toBe(true)
  expect(withText(typed, 1, '')).toEqual(two)
  expect(isChanged(two, withText(typed, 1, ''))).toBe(false)
  expect(withText(two, 0, '')).toEqual([{ image: '/a.png' }, { image: '/b.png' }])
})

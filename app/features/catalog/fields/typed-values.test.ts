import { expect, test } from 'vitest'
import { readTyped } from './typed-fields.ts'

test.each([
  ['weight', '4.7', { value: 4.7 }],
  ['weight', '4,7', { value: 4.7, reading: '= 4.7 g per piece' }],
  ['weight', '1,250.5', { value: 1250.5, reading: '= 1,250.5 g per piece' }],
  ['weight', '1,250', { warning: '1,250 can be 1.25 g or 1,250 g. Type 1.25 or 1250.' }],
  ['weight', 'heavy', { warning: 'The weight has to be a number of grams, for example 4.7.' }],
  ['leadDays', '3', { value: 3 }],
  ['leadDays', '1.5', { warning: 'The lead time has to be a whole number of working days.' }],
  ['origin', 'de', { value: 'DE' }],
  ['origin', 'XK', { warning: 'XK is not the code of a country.' }],
  ['customsCode', '073181', { value: '073181' }],
  ['customsCode', '7318.15.20', { value: '73181520', reading: '= 7318 15 20' }],
  ['customsCode', '7318', { warning: 'The customs code has 6 to 11 digits.' }],
])('the %s %j is read as %j', (name, text, read) => {
  expect(readTyped(name, text)).toEqual(read)
})

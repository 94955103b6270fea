import { expect, test } from 'vitest'
import { parseForm, readInteger, readList, readMetadata, readText } from './form.ts'

test('nested keys, lists and encoded signs are read', () => {
  const form = parseForm(
    'a=1&card[number]=4242+42&card[checks][cvc]=x%26y&types[]=one&types[]=two&items[0]=p&items[1]=q',
  )
  expect(readInteger(form, 'a')).toBe(1)
  expect(readText(form, 'card[number]')).toBe('4242 42')
  expect(readText(form, 'card[checks][cvc]')).toBe('x&y')
  expect(readText(form, 'card[none]')).toBeUndefined()
  expect(readList(form, 'types')).toEqual(['one', 'two'])
  expect(readList(form, 'items')).toEqual(['p', 'q'])
})

test('a key cannot reach the prototype of objects', () => {
  const form = parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1&metadata[__proto__]=x')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(readText(form, 'toString')).toBeUndefined()
  expect(Object.keys(readMetadata(form))).toEqual(['__proto__'])
})

test('a key that is nested too deeply is refused', () => {
  expect(() => parseForm(`a${'[b]'.repeat(50)}=1`)).toThrow('nested too deeply')
})

test('more parameters than any call has are refused before they are sorted', () => {
  expect(readList(parseForm('a[]=1&'.repeat(500)), 'a')).toHaveLength(500)
  expect(() => parseForm('a[]=1&'.repeat(501))).toThrow('at most 500 parameters')
})

test('an object instead of a text is refused', () => {
  expect(() => readText(parseForm('amount[a]=1'), 'amount')).toThrow('Invalid string')
  expect(() => readMetadata(parseForm('metadata[a][b]=1'))).toThrow('Invalid string')
})

import { expect, test } from 'vitest'
import { nameSchema } from '#features/accounts/schema.ts'
import { addressField, linesField, oneLineField, phoneField } from './fields.ts'

const LIMITS = { maximum: 100 }

// attack: forged-lines
test.each([
  ['one line', oneLineField('The text', LIMITS)],
  ['lines', linesField('The text', LIMITS)],
  ['an address', addressField],
  ['a name', nameSchema],
])('%s has no break that is none in its field, and nothing that turns round how it reads', (_, field) => {
  for (const turn of ['\u202a', '\u202e', '\u2066', '\u2069'])
    expect(field.parse(`${turn} Total${turn}: 4711 `), turn).toBe('Total: 4711')
  for (const lineBreak of ['\u2028', '\u2029'])
    expect(field.parse(`Total${lineBreak}4711${lineBreak}`), lineBreak).toBe('Total 4711')
  expect(field.safeParse('\u202e\u2028\u202c').success).toBe(false)
})

test('a phone number as address books copy it is taken without what directs its text', () => {
  expect(phoneField.parse('\u202a+1 555 0100\u202c')).toBe('+1 555 0100')
})

test('marks that languages need stay', () => {
  const text = 'می\u200cخواهم \u200fא'
  expect(oneLineField('The text', LIMITS).parse(text)).toBe(text)
})

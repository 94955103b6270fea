import { expect, test } from 'vitest'
import { z } from 'zod'
import { ADDRESS, phoneProblem, textProblem } from './contact-rules.ts'
import { addressField, longest, phoneField, searchField } from './fields.ts'

const serverProblems = (field: typeof phoneField | typeof addressField, text: string): string[] =>
  field.safeParse(text).error?.issues.map(({ message }) => message) ?? []

test.each(['+1 555 0100', '555-0100', '01234', '12345', '(0)1 23 45 ext. 6', '١٢٣٤٥', ' 12345 '])(
  '%j is a phone number',
  (phone) => {
    expect(phoneProblem(phone)).toBeUndefined()
    expect(serverProblems(phoneField, phone)).toEqual([])
  },
)

test.each([
  ['', 'The phone number is required.'],
  ['1234', 'The phone number has to have at least 5 characters.'],
  ['call me maybe', 'The phone number has to have at least 5 digits.'],
  ['room 1234', 'The phone number has to have at least 5 digits.'],
  ['1'.repeat(33), 'The phone number can have at most 32 characters, you have 33.'],
])('%j is not a phone number, with the same message in the browser and on the server', (phone, problem) => {
  expect(phoneProblem(phone)).toBe(problem)
  expect(serverProblems(phoneField, phone)).toEqual([problem])
})

test.each([
  ['\n ', 'The address is required.'],
  ['1 St', 'The address has to have at least 5 characters.'],
  ['x'.repeat(1612), 'The address can have at most 500 characters, you have 1,612.'],
])(
  'an address of the wrong length is refused with the same message in the browser and on the server',
  (address, problem) => {
    expect(textProblem(address, ADDRESS)).toBe(problem)
    expect(serverProblems(addressField, address)).toEqual([problem])
  },
)

test('an address can have several lines and 500 characters', () => {
  for (const address of ['1 Sample Street\nSample Town', 'x'.repeat(500), `  ${'x'.repeat(500)}\n`]) {
    expect(textProblem(address, ADDRESS)).toBeUndefined()
    expect(serverProblems(addressField, address)).toEqual([])
  }
})

test('a text that is too long is told what it can have and what it has, whatever its field', () => {
  const label = z.string().max(100, longest('The label', 100))
  expect(label.safeParse('x'.repeat(105)).error?.issues[0]?.message).toBe(
    'The label can have at most 100 characters, you have 105.',
  )
  expect(searchField.safeParse('x'.repeat(5000)).error?.issues[0]?.message).toMatch(/, you have 5,000\.$/)
})

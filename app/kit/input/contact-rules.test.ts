import { expect, test } from 'vitest'
import { ADDRESS, phoneProblem, textProblem } from './contact-rules.ts'
import { addressField, phoneField } from './fields.ts'

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
  ['1'.repeat(33), 'The phone number can have at most 32 characters; it has 33.'],
])('%j is not a phone number, with the same message in the browser and on the server', (phone, problem) => {
  expect(phoneProblem(phone)).toBe(problem)
  expect(serverProblems(phoneField, phone)).toEqual([problem])
})

test.each([
  ['\n ', 'The address is required.'],
  ['1 St', 'The address has to have at least 5 characters.'],
  ['x'.repeat(1612), 'The address can have at most 500 characters; it has 1,612.'],
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

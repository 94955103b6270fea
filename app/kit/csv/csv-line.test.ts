import { assert as check, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, withGuard, withoutGuard } from './csv-line.ts'

test('formulas are guarded also where a reader with another separator splits the cell', () => {
  expect(['a;=1', 'a\n-1', 'a\r\n+1', 'a\t@b', 'a;"=1"', ';;=1', "a;'=1"].map(withGuard)).toEqual([
    ...["a;'=1", "a\n'-1", "a\r\n'+1", "a\t'@b", `a;'"=1"`, ";;'=1", "a;''=1"],
  ])
  expect(['a;b=1', 'a - b', 'a,=1', 'a\r\nb', "a\n'b'", 'a; =1'].map(withGuard)).toEqual([
    ...['a;b=1', 'a - b', 'a,=1', 'a\r\nb', "a\n'b'", 'a; =1'],
  ])
})

/** Texts of which most are close to a guard. */
const cells = oneof(
  string({ unit: constantFrom("'", '"', '=', '-', ';', '\t', '\r', '\n', 'a', '\uff1d'), maxLength: 12 }),
  string({ unit: 'binary' }),
)

test('whatever the text, no part of it begins with a formula, and taking the guard off gives it back', () => {
  const isSafe = (part: string) => !/^"*[=+\-@\uff0b\uff0d\uff1d\uff20]/.test(part)
  check(
    property(cells, (cell) => {
      expect(withoutGuard(withGuard(cell))).toBe(cell)
      // The text behind `x,`.
      const parts = csvLine(['x', cell])
        .slice(2)
        .split(/[;\t\r\n]/)
      expect(parts.filter((part) => !isSafe(part))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

import { expect, test } from 'vitest'
import { applyFormula, FORMULA_RULE, readFormula } from './formula.ts'

function changed(dollars: number, text: string) {
  const formula = readFormula(text)
  if (!formula || 'problem' in formula) throw new Error(`${text} is no formula.`)
  return applyFormula(dollars, formula)
}

test.each([
  [0.05, '+4%', 0.052, false],
  [0.0687, '+4%', 0.0714, true],
  [0.0687, ' + 4 % ', 0.0714, true],
  [0.0687, '*1.04', 0.0714, true],
  [0.0687, '×1,04', 0.0714, true],
  // A half of the last decimal is rounded up.
  [0.0125, '+4.4%', 0.0131, true],
  [0.0125, '-2%', 0.0123, true],
  [0.05, '−4,5%', 0.0478, true],
  [0.05, '-0.002', 0.048, false],
  [0.05, '+$0.0001', 0.0501, false],
  [99999.9999, '*0.5', 50000, true],
  [0.0001, '-100%', 0, false],
])('%d changed by %j is %d', (dollars, text, value, isRounded) => {
  expect(changed(dollars, text)).toEqual({ dollars: value, isRounded })
})

test('what falls below nothing is no price', () => {
  expect(changed(0.05, '-0.0501')).toBeUndefined()
})

test.each(['+', '+x', '*4%', '+1,000', '*1.00001', '-101%', '+4%%', '*-1', '+1e3'])(
  '%j has no single meaning',
  (text) => {
    expect(readFormula(text)).toEqual({ problem: FORMULA_RULE })
  },
)

test('a price is no formula', () => {
  for (const text of ['', '0.05', '$0.05', '4%', 'x2']) expect(readFormula(text)).toBeUndefined()
})

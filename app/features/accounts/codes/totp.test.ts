import { expect, test } from 'vitest'
import { codeOf, stepAt, stepOfCode } from './totp.ts'

/** RFC 6238, appendix B, SHA-1; the last six digits of its eight. */
const SECRET = '12345678901234567890'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code is %s, as RFC 6238 says', (seconds, code) => {
  expect(codeOf(SECRET, stepAt(seconds * 1000))).toBe(code)
})

test('the codes of the steps beside the present one hold, others and other texts do not', () => {
  const nowMs = 1_234_567_890_000
  const now = stepAt(nowMs)
  const stepsOf = (steps: readonly number[]) =>
    steps.map((step) => stepOfCode(SECRET, codeOf(SECRET, step), nowMs))
  expect(stepsOf([now - 1, now, now + 1])).toEqual([now - 1, now, now + 1])
  expect(stepsOf([now - 2, now + 2])).toEqual([undefined, undefined])
  for (const code of ['', '5924', '0005924', '٠٠٥٩٢٤', '005924\u0000'])
    expect(stepOfCode(SECRET, code, nowMs)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { refuseUnknownSteps } from '#kit/backup/unknown-steps.ts'
import { foldedChecksums } from './folded-checksums.ts'
import { migrations } from './list.ts'

const folded = Object.keys(foldedChecksums)

test('a backup with some of the steps of the baseline is refused before anything is replaced', () => {
  expect(() => refuseUnknownSteps(folded.slice(0, 20), migrations)).toThrow(/Take two steps/)
  expect(() => refuseUnknownSteps([...folded.slice(0, 20), 'another step'], migrations)).toThrow(
    /before the first release/,
  )
})

test('one with all of them is brought up to date when the shop starts', () => {
  expect(refuseUnknownSteps(folded, migrations)).toBeUndefined()
})

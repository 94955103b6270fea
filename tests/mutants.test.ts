import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FAULTS, type Fault, withFault } from '../scripts/mutants/faults.ts'
import { ROOT, readProjectFile } from './support/project.ts'

describe('the faults that `npm run mutants` plants', () => {
  test('each changes the current code', () => {
    const problem = (fault: Fault): string[] => {
      try {
        const source = readProjectFile(fault.file)
        return withFault(source, fault) === source ? [`"${fault.what}" changes nothing`] : []
      } catch (error) {
        return [String(error)]
      }
    }
    expect(FAULTS.flatMap(problem)).toEqual([])
  })

  test('each names existing test files', () => {
    const missing = FAULTS.flatMap(({ what, tests }) => {
      const files = tests.filter((file) => !existsSync(join(ROOT, file)))
      return files.map((file) => `${what} ${file}`)
    })
    expect(missing).toEqual([])
  })

  test('are at least 60 and different, and fewer than 5 % are expected to survive', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(60)
    expect(new Set(FAULTS.map(({ what }) => what)).size).toBe(FAULTS.length)
    expect(FAULTS.filter(({ survives }) => survives !== undefined).length).toBeLessThan(FAULTS.length / 20)
  })
})

describe('planting a fault', () => {
  const fault = { what: 'It is wrong.', file: 'a.ts', find: 'one', replace: '$& two' }

  test('replaces the text literally', () => {
    expect(withFault('a one b', fault)).toBe('a $& two b')
  })

  test('finds code however its lines are broken', () => {
    expect(withFault('if (a)\n    b()\n', { ...fault, find: 'if (a) b()', replace: '' })).toBe('\n')
  })

  test('throws with the name of the fault unless the text occurs exactly once', () => {
    expect(() => withFault('a b', fault)).toThrow(
      '"It is wrong." cannot be planted: its text occurs 0 times in a.ts',
    )
    expect(() => withFault('one one', fault)).toThrow('occurs 2 times')
  })
})

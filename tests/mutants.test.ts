import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Fault, withFault } from '../scripts/mutants/fault.ts'
import { FAULTS } from '../scripts/mutants/faults.ts'

const root = join(import.meta.dirname, '..')

describe('the faults that `npm run mutants` plants', () => {
  test('each still changes the code that it is about', () => {
    const problem = (fault: Fault): string[] => {
      try {
        const source = readFileSync(join(root, fault.file), 'utf8')
        return withFault(source, fault) === source ? [`"${fault.what}" changes nothing`] : []
      } catch (error) {
        return [String(error)]
      }
    }
    expect(FAULTS.flatMap(problem)).toEqual([])
  })

  test('each names tests that are there', () => {
    const missing = FAULTS.flatMap(({ what, tests }) => {
      const files = tests.filter((file) => !existsSync(join(root, file)))
      return tests.length === 0 ? [what] : files.map((file) => `${what} ${file}`)
    })
    expect(missing).toEqual([])
  })

  test('are many, each said once, and hardly any without effect', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(60)
    expect(new Set(FAULTS.map(({ what }) => what)).size).toBe(FAULTS.length)
    expect(FAULTS.filter(({ survives }) => survives !== undefined).length).toBeLessThan(FAULTS.length / 20)
  })
})

describe('planting a fault', () => {
  const fault: Fault = {
    what: 'It is wrong.',
    file: 'a.ts',
    find: 'one',
    replace: '$& two',
    tests: ['a.test.ts'],
  }

  test('puts its text in, as written, where the other was', () => {
    expect(withFault('a one b', fault)).toBe('a $& two b')
  })

  test('is refused when the text is not there once, and names the fault', () => {
    expect(() => withFault('a b', fault)).toThrow(
      '"It is wrong." cannot be planted: its text occurs 0 times in a.ts',
    )
    expect(() => withFault('one one', fault)).toThrow('occurs 2 times')
  })
})

import { globSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { ROOT, readProjectFile } from './support/project.ts'

const MAXIMUM_LINES = { function: 70, file: 300 }

const files = globSync('{app,sandboxes,demo,migrations,scripts,tests}/**/*.{ts,tsx,mjs}', { cwd: ROOT })

test(`no function is longer than ${MAXIMUM_LINES.function} lines`, () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(longFunctions)).toEqual([])
})

test(`no file is longer than ${MAXIMUM_LINES.file} lines`, () => {
  const styles = globSync('{app,sandboxes,demo,scripts,tests}/**/*.css', { cwd: ROOT })
  expect(styles.length).toBeGreaterThan(10)
  const lines = (file: string): number => readProjectFile(file).split('\n').length - 1
  expect([...files, ...styles].filter((file) => lines(file) > MAXIMUM_LINES.file)).toEqual([])
})

/** The functions of a file that are too long, for example `app/api.ts:45 has 80 lines`. */
function longFunctions(file: string): string[] {
  const text = readProjectFile(file)
  const linesOf = (start: number, end: number) => text.slice(start, end).split('\n').length
  const found: string[] = []
  const check = ({ start, end }: { start: number; end: number }) => {
    const lines = linesOf(start, end)
    if (lines > MAXIMUM_LINES.function && !groups.has(start))
      found.push(`${file}:${linesOf(0, start)} has ${lines} lines`)
  }
  // The function of a `describe` is not counted, only the tests in it.
  const groups = new Set<number>()
  const { program, errors } = parseSync(file, text)
  expect(errors, file).toEqual([])
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      const group = given.at(-1)
      if (/^describe\b/.test(text.slice(callee.start, callee.end)) && group) groups.add(group.start)
    },
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
  }).visit(program)
  return found
}

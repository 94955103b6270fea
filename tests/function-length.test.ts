import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const MAXIMUM_LINES = 70

const root = join(import.meta.dirname, '..')

test(`no function is longer than ${MAXIMUM_LINES} lines`, () => {
  const files = globSync('{app,sandboxes,demo,migrations,scripts,tests}/**/*.{ts,tsx,mjs}', { cwd: root })
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(longFunctions)).toEqual([])
})

/** Where the file's functions begin that are too long: `app/api.ts:45 has 80 lines`. */
function longFunctions(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const linesOf = (start: number, end: number) => text.slice(start, end).split('\n').length
  const found: string[] = []
  const look = ({ start, end }: { start: number; end: number }) => {
    const lines = linesOf(start, end)
    if (lines > MAXIMUM_LINES && !lists.has(start))
      found.push(`${file}:${linesOf(0, start)} has ${lines} lines`)
  }
  // What `describe` takes is a list of tests, each of them a function that is counted.
  const lists = new Set<number>()
  const { program, errors } = parseSync(file, text)
  expect(errors, file).toEqual([])
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      const list = given.at(-1)
      if (/^describe\b/.test(text.slice(callee.start, callee.end)) && list) lists.add(list.start)
    },
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
  }).visit(program)
  return found
}

import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LIMITS } from './support/limits.ts'
import { ROOT, readProjectFile } from './support/project.ts'

test('each limit has its own name, and none is missing from the list', () => {
  expect(new Set(LIMITS.map(([, { name }]) => name)).size).toBe(LIMITS.length)
  const declared = globSync('app/**/*.ts', { cwd: ROOT }).flatMap(
    (file) => readProjectFile(file).match(/: Limit = \{/g) ?? [],
  )
  expect(declared).toHaveLength(LIMITS.length)
})

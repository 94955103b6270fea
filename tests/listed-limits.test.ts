import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DECLARED, readLimits } from './support/limits.ts'
import { ROOT, readProjectFile } from './support/project.ts'

test('each limit has its own name and its own words, and each that is declared can be found', async () => {
  const limits = await readLimits()
  for (const member of ['name', 'what'] as const)
    expect(new Set(limits.map((limit) => limit[member])).size).toBe(limits.length)
  const declared = globSync('app/**/*.ts', { cwd: ROOT }).flatMap(
    (file) => readProjectFile(file).match(DECLARED) ?? [],
  )
  expect(limits.length).toBe(declared.length)
})

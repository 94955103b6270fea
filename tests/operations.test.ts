import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONFIG_NAMES } from '#app/config.ts'
import { ROOT, readProjectFile } from './support/project.ts'

const page = readProjectFile('docs/operations.md')

test('the page describes exactly the existing settings', () => {
  const [, table = ''] = page.split(/^## /m)
  const named = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => line.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? [])
  expect(CONFIG_NAMES).toContain('PORT')
  expect(named.sort()).toEqual([...CONFIG_NAMES].sort())
})

test('every metric that it names exists', () => {
  const metrics = globSync('app/**/*metrics.ts', { cwd: ROOT }).map(readProjectFile).join('\n')
  const named = [...new Set(page.match(/shop_[a-z_]+/g))]
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !metrics.includes(`'${name}'`))).toEqual([])
})

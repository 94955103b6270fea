import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
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

test('every command and page that it names exists', () => {
  const { scripts } = JSON.parse(readProjectFile('package.json'))
  const commands = [...page.matchAll(/npm run (?:--\w+ )*([\w-]+)/g)].map(([, name]) => String(name))
  expect(commands.length).toBeGreaterThan(3)
  for (const command of commands) expect(scripts).toHaveProperty(command)
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => String(path))
  expect(links.filter((path) => !existsSync(join(ROOT, 'docs', path)))).toEqual([])
})

test('every metric that it names exists', () => {
  const metrics = globSync('app/**/*metrics.ts', { cwd: ROOT }).map(readProjectFile).join('\n')
  const named = [...new Set(page.match(/shop_[a-z_]+/g))]
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !metrics.includes(`'${name}'`))).toEqual([])
})

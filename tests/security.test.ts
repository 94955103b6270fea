import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LIMITS, type Limit } from '#kit/http/limits.ts'
import { readTable, readTitles, testsIn } from './support/doc-tables.ts'

const root = join(import.meta.dirname, '..')

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

test('every attack names a test that is there', () => {
  const rows = readTable(page, 'Attacks')
  expect(rows.length).toBeGreaterThan(20)
  const missing = rows.flatMap(([attack = '', , tests = '']) => {
    const named = testsIn(tests)
    if (named.length === 0) return [`${attack}: no test`]
    return named.filter(({ file, title }) => !isThere(file, title)).map(({ title }) => `${attack}: ${title}`)
  })
  expect(missing).toEqual([])
})

test('the limits are those of the shop', () => {
  const written = readTable(page, 'Limits').map(([, account, address, window]) => [account, address, window])
  const kept = Object.values(LIMITS as Record<string, Limit>).map(({ account, address, windowMs }) => [
    account === undefined ? '' : String(account),
    String(address),
    `${windowMs / 60_000} min`,
  ])
  expect(written).toEqual(kept)
})

function isThere(file: string, title: string): boolean {
  const path = join(root, file)
  return existsSync(path) && readTitles(readFileSync(path, 'utf8')).some((known) => known.includes(title))
}

import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { typesOf } from '#kit/db/migrate.ts'
import { migrations } from './list.ts'

/** The files of a step begin with its number: its own, and parts that it imports. */
const filesOf = (step: string): string[] =>
  globSync(`${step.slice(0, '0000-'.length)}*.ts`, {
    cwd: import.meta.dirname,
    exclude: ['*.test.ts'],
  }).sort()

const readStep = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

/** Types, and what a formatter sorts: positions, the way in which a value is written, the sequence of imports. */
const NOT_HASHED = ['start', 'end', 'raw', 'typeAnnotation', 'returnType', 'typeParameters', 'typeArguments']

/** The source as a syntax tree, without formatting, comments, types and imports, and without what a later parser may add. */
function treeOf(source: string): string {
  return JSON.stringify(parseAst(source, { lang: 'ts' }), (key, value) => {
    if (NOT_HASHED.includes(key) || value?.type === 'ImportDeclaration') return undefined
    const isEmpty = value === null || value === false || (Array.isArray(value) && value.length === 0)
    return isEmpty || typeof value === 'bigint' ? undefined : value
  })
}

const digest = (...sources: readonly string[]): string =>
  createHash('sha256').update(sources.map(treeOf).join('\n')).digest('hex').slice(0, 16)

const checksumOf = (step: string): string => digest(...filesOf(step).map(readStep))

test('no step was edited after it landed, and each new step has its checksum', () => {
  const wrong = migrations
    .filter(({ name, checksum }) => checksum !== checksumOf(name))
    .map(({ name, checksum }) => `'${checksumOf(name)}' of ${name}, in place of '${checksum}'`)
  const advice =
    'Put the checksum of a new step into migrations/list.ts. If one that landed was edited, take that back and add a new step'
  expect(wrong, `${advice}:\n\n${wrong.join('\n')}\n`).toEqual([])
})

test('a checksum changes with what a step does, not with its formatting, comments and types', () => {
  const step = "const names = ['a', 'b']\nexport const up = (trx) => run(trx, names[0], `create table a (x)`)"
  const same =
    '// Why.\nconst names: readonly string[] = [\n  "a",\n  "b",\n];\nexport const up = (\n  trx: Db\n): Promise<void> => (run(trx, names[0], `create table a (x)`));'
  expect(digest(same)).toBe(digest(step))
  for (const [from, to] of [
    ['(x)', '(y)'],
    ['[0]', '[1]'],
    ["'b'", "'c'"],
    ['run(', 'walk('],
  ] as const)
    expect(digest(step.replace(from, to))).not.toBe(digest(step))
})

test('steps import only what is as frozen as they are', () => {
  const imports = migrations
    .flatMap(({ name }) => filesOf(name))
    .flatMap((file) =>
      [...readStep(file).matchAll(/^import (?!type )[\s\S]*? from '(.+)'$/gm)].map(([, from]) => from),
    )
  const frozen = imports.filter((from) => !from?.match(/^\.\/\d{4}-[\w-]+\.ts$/))
  expect([...new Set(frozen)].sort()).toEqual(['#kit/db/migrate.ts'])
  // What landed steps use of the first.
  expect(typesOf('sqlite')).toEqual({
    bigint: 'integer',
    bytes: 'blob',
    strict: 'strict',
    clustered: 'strict, without rowid',
  })
  expect(typesOf('postgres')).toEqual({ bigint: 'bigint', bytes: 'bytea', strict: '', clustered: '' })
})

import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { circlesOf, importsOf, placeOf, sourcesIn } from './support/app-imports.ts'
import { ROOT, readProjectFile } from './support/project.ts'

/** Tables have walls like imports: each is of the feature whose `tables.ts` declares it, or of the kit. */

const sources = sourcesIn('app')

/** The feature of a file, `kit`, or undefined for the composition. */
const ownerOf = (file: string): string | undefined =>
  placeOf(file)?.feature ?? (file.startsWith('app/kit/') ? 'kit' : undefined)

/** The tables that a file adds to the schema: the members of `interface Schema` at the first level. */
const declaredIn = (file: string): string[] => {
  const [, members = ''] = /interface Schema \{\n(.*?)\n {2}\}/s.exec(readProjectFile(file)) ?? []
  return [...members.matchAll(/^ {4}(\w+): /gm)].map(([, table]) => table ?? '')
}

const declared = globSync('app/**/*.ts', { cwd: ROOT }).flatMap((file) =>
  declaredIn(file).map((table) => ({ table, file, owner: ownerOf(file) })),
)

const ownerOfTable = new Map(declared.map(({ table, owner }) => [table, owner]))

interface Use {
  readonly file: string
  readonly table: string
  readonly isWrite: boolean
}

/** What builds a statement about a table: `db.selectFrom('orders as one')`, or a helper that takes the database and its name. */
const BUILT =
  /(selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|truncateTable)\(\s*\[?\s*['"](\w+)/g

const NAMED = /\b(\w+)\(\s*(?:(?:shop|context)\.)?(?:db|trx),\s*'(\w+)'/g

/** Helpers of the kit that change rows of the table whose name they get. */
const WRITING = ['deleteOldRows', 'compareAndSet', 'keepKey']

/** Tables that a list names which is gone through, and those of notes. */
const LISTED = /(?:\bof|tables =) \[([^\]]*)\] as const|\btable: ('\w+')/g

/** Statements as text. */
const WRITTEN = /\b(from|join|into|update)\s+"?(\w+)"?/g

const WRITES = /^(insert|update|delete|replace|merge|truncate|into$)/

/** `insert into x` and `update x` change it; `from x` does after `delete`. */
const isWritten = (text: string, at: number, verb: string): boolean =>
  verb === 'into' || verb === 'update' || /\bdelete\s+$/.test(text.slice(Math.max(0, at - 10), at))

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** The first argument of each call that names a table. */
function firstArguments(text: string): string[] {
  const verbs = /\b(?:selectFrom|\w+Join|insertInto|updateTable|deleteFrom)\(/g
  return [...text.matchAll(verbs)].map(({ 0: verb, index }) => {
    const rest = text.slice(index + verb.length)
    let depth = 0
    const end = [...rest].findIndex((sign) => {
      if (depth === 0 && /[,)]/.test(sign)) return true
      if (/[([{]/.test(sign)) depth += 1
      if (/[)\]}]/.test(sign)) depth -= 1
      return false
    })
    return rest.slice(0, end)
  })
}

function usesOf(file: string): Use[] {
  const text = withoutComments(readProjectFile(file))
  const built = [...text.matchAll(BUILT)].map(([, verb = '', table = '']) => ({
    table,
    isWrite: WRITES.test(verb),
  }))
  const named = [...text.matchAll(NAMED)].map(([, helper = '', table = '']) => ({
    table,
    isWrite: WRITING.includes(helper),
  }))
  const listed = [...text.matchAll(LISTED)].flatMap(([, list = '', one = '']) =>
    [...`${list}${one}`.matchAll(/'(\w+)'/g)].map(([, table = '']) => ({ table, isWrite: true })),
  )
  const written = [...text.matchAll(/sql(?:<[^`]*?>)?`[^`]*`/g)].flatMap(([statement]) =>
    [...statement.matchAll(WRITTEN)].map(({ 1: verb = '', 2: table = '', index }) => ({
      table,
      isWrite: isWritten(statement, index, verb),
    })),
  )
  return [...built, ...named, ...listed, ...written]
    .filter(({ table }) => ownerOfTable.has(table))
    .map((use) => ({ file, ...use }))
}

const uses = sources.filter((file) => ownerOf(file) !== 'kit').flatMap(usesOf)

const foreign = uses.filter(({ file, table }) => ownerOfTable.get(table) !== ownerOf(file))

const shown = ({ file, table }: Use): string => `${file}: ${table} of ${ownerOfTable.get(table)}`

test('each table is declared once, in a `tables.ts` or in the kit, and the walls see most of the statements', () => {
  const names = declared.map(({ table }) => table)
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(declared.filter(({ file, owner }) => owner !== 'kit' && !file.endsWith('/tables.ts'))).toEqual([])
  const used = new Set(uses.map(({ table }) => table))
  expect(declared.filter(({ owner, table }) => owner !== 'kit' && !used.has(table))).toEqual([])
  expect(foreign.length).toBeGreaterThan(10)
})

test('a statement names its table, or gets it as a parameter that names those it may be', () => {
  const chosen = sources.flatMap((file) =>
    firstArguments(withoutComments(readProjectFile(file)))
      .filter((argument) => argument.includes('?'))
      .map((argument) => `${file}: ${argument}`),
  )
  expect(chosen).toEqual([])
})

test('a feature writes its own tables only, and the composition none', () => {
  expect(foreign.filter(({ isWrite }) => isWrite).map(shown)).toEqual([])
})

test('a feature reads no table of a feature that imports it, also for its staff', () => {
  const imported = importsOf(sources).flatMap(({ file, target }) => {
    const [from, to] = [placeOf(file), placeOf(target)]
    const mayImportAny = from && /^(pages|admin)\//.test(from.path)
    return from && to && !mayImportAny ? [[from.feature, to.feature] as const] : []
  })
  expect(circlesOf(imported)).toEqual([])
  const circles = foreign
    .filter(({ table }) => ownerOfTable.get(table) !== 'kit')
    .flatMap((use) => {
      const reading = [ownerOf(use.file) ?? 'app', ownerOfTable.get(use.table) ?? ''] as const
      return circlesOf([...imported, reading]).length > 0 ? [shown(use)] : []
    })
  expect(circles).toEqual([])
})

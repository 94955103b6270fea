import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'

const app = import.meta.dirname

/** What of a feature others may import, besides `<feature>.ts`: shapes, rules and texts, components, its browser side. */
const OPEN_FILES = [
  'schema.ts',
  'minimum-order.ts',
  'refusals.ts',
  'texts.ts',
  'parts.tsx',
  'client.ts',
  'session.ts',
  'product-data.ts',
]

const MAXIMUM_LINES = 300

interface Import {
  readonly file: string
  readonly target: string
}

const sources = globSync('**/*.{ts,tsx}', { cwd: app }).filter((file) => !file.includes('.test.'))

const imports: readonly Import[] = sources.flatMap((file) =>
  [...readFileSync(join(app, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => ({
    file,
    target: match[1] ?? '',
  })),
)

const featureOf = (path: string): string | undefined => /^#?features\/([^/]+)\//.exec(path)?.[1]

const offences = (isOffence: (use: Import) => boolean): string[] =>
  imports.filter(isOffence).map(({ file, target }) => `${file} imports ${target}`)

test('the kit knows no feature and nothing above it', () => {
  expect(
    offences(({ file, target }) => file.startsWith('kit/') && /^#(features|app)\//.test(target)),
  ).toEqual([])
})

/** Words that a kit file may hold though they look like a feature's: each is a term of a standard or of a library. */
const TERMS = [
  // SQL and Kysely.
  /\border ?by\b/gi,
  // CSS and SVG.
  /(?<=^ +)order: \d|user-select|userSpaceOnUse/gm,
]

test('the kit knows no feature by content: none of its files names a product, an order, a payment or a user', () => {
  const named = /^(product|order|payment|user)s?$/i
  const kit = globSync('kit/**/*.{ts,tsx,css}', { cwd: app })
  expect(kit.length).toBeGreaterThan(100)
  const found = kit.flatMap((file) => {
    const text = TERMS.reduce((rest, term) => rest.replace(term, ''), readFileSync(join(app, file), 'utf8'))
    return [file, ...text.split('\n')].flatMap((line) => {
      const words = line.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
      return words.some((word) => named.test(word)) ? [`${file}: ${line.trim()}`] : []
    })
  })
  expect(found).toEqual([])
})

test('a feature is entered by its front door', () => {
  const isOpen = (target: string): boolean => {
    const [, feature = '', path = ''] = /^#features\/([^/]+)\/(.+)$/.exec(target) ?? []
    return path === `${feature}.ts` || OPEN_FILES.includes(path)
  }
  const crosses = ({ file, target }: Import): boolean => {
    const to = featureOf(target)
    return featureOf(file) !== undefined && to !== undefined && featureOf(file) !== to
  }
  expect(offences((use) => crosses(use) && !isOpen(use.target))).toEqual([])
  const leaves = ({ file, target }: Import): boolean => {
    const reached = target.startsWith('.') ? posix.join(posix.dirname(file), target) : file
    return (
      featureOf(file) !== undefined && !reached.startsWith('../') && featureOf(reached) !== featureOf(file)
    )
  }
  expect(offences(leaves)).toEqual([])
})

test('features depend on each other in one direction', () => {
  const arrows = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const [from, to] = [featureOf(file), featureOf(target)]
    // Pages are leaves: they may show what any front door offers.
    if (!from || !to || from === to || /\.tsx$|\/pages\//.test(file)) continue
    arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
  }
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of arrows.get(from) ?? []) if (!seen.has(to)) reachable(to, seen.add(to))
    return seen
  }
  expect([...arrows.keys()].filter((feature) => reachable(feature).has(feature))).toEqual([])
})

test('a schema imports the validator and the kit alone, so that forms can share it', () => {
  const isSchema = /^features\/[^/]+\/schema\.ts$/
  const allowed = /^(zod|#kit\/|\.\/|#features\/[^/]+\/schema\.ts)/
  expect(offences(({ file, target }) => isSchema.test(file) && !allowed.test(target))).toEqual([])
})

test('no link is prefetched by the router, which reloads the whole page where that fails', () => {
  const prefetches = (file: string): boolean =>
    /\bprefetch=|PrefetchPageLinks/.test(readFileSync(join(app, file), 'utf8'))
  expect(sources.filter(prefetches)).toEqual([])
})

test(`no file is longer than ${MAXIMUM_LINES} lines`, () => {
  const lines = (file: string): number => readFileSync(join(app, file), 'utf8').split('\n').length
  expect(sources.filter((file) => lines(file) > MAXIMUM_LINES)).toEqual([])
})

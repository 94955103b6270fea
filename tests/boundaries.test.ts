import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'

const app = import.meta.dirname

const root = join(app, '..')

/** The files of a feature that others may import besides `<feature>.ts`: schemas, rules, texts, components, browser code. */
const PUBLIC_FILES = [
  'schema.ts',
  'quantity-terms.ts',
  'part-number.ts',
  'line-terms.ts',
  'read-lines.ts',
  // Not in schema.ts, because a page that imports it would load the validator.
  'quote-limits.ts',
  'refund-rules.ts',
  'price-line.ts',
  'refusals.ts',
  'texts.ts',
  'components.tsx',
  'client.ts',
  'browser-session.ts',
  'product-data.ts',
  'paths.ts',
  // Not in texts.ts, because pages of customers would load it.
  'field-labels.ts',
  // Not exported by components.tsx, because the home page would load them too.
  'quantity-field.tsx',
  'quantity-total.tsx',
  'typed-quantity.ts',
  'price-curve.tsx',
  'price-table.tsx',
  'product-facts.tsx',
  'product-picture.tsx',
  // Every page loads components.tsx and the store, so they have only what the top bar needs.
  'cart-store.ts',
  'cart-failure.tsx',
  'add-to-cart.tsx',
  'search-results.tsx',
]

/** The only files of the shop that may import the sandboxes and the demo. */
const COMPOSITION = ['app.ts', 'load-stripe.ts', 'providers.ts']

interface Import {
  readonly file: string
  readonly target: string
}

/** The paths of the files in a folder, without tests. */
const filesIn = (folder: string): string[] =>
  globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.includes('.test.'))

const importsIn = (folder: string, files: readonly string[]): Import[] =>
  files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
    return [...found].map((match) => ({ file, target: match[1] ?? '' }))
  })

const sources = filesIn(app)

const imports: readonly Import[] = importsIn(app, sources)

/** The files of the sandboxes and the demo, by paths from the root. */
const sandboxesAndDemo = ['sandboxes', 'demo'].flatMap((folder) =>
  filesIn(join(root, folder)).map((file) => `${folder}/${file}`),
)

const isPublic = (target: string): boolean => {
  const [, feature = '', path = ''] = /^#features\/([^/]+)\/(.+)$/.exec(target) ?? []
  return path === `${feature}.ts` || PUBLIC_FILES.includes(path)
}

const featureOf = (path: string): string | undefined => /^#?features\/([^/]+)\//.exec(path)?.[1]

const violations = (isViolation: (use: Import) => boolean): string[] =>
  imports.filter(isViolation).map(({ file, target }) => `${file} imports ${target}`)

test('the kit imports no feature and nothing above it', () => {
  expect(
    violations(({ file, target }) => file.startsWith('kit/') && /^#(features|app)\//.test(target)),
  ).toEqual([])
})

/** Terms of standards and libraries that a kit file may contain although they contain a word of a feature. */
const TERMS = [
  // SQL and Kysely.
  /\border ?by\b/gi,
  // The address of a PostgreSQL database.
  /\buser: 'PGUSER'/g,
  // CSS and SVG.
  /(?<=^ +)order: -?\d|user-select|userSpaceOnUse/gm,
]

test('no file of the kit has the words product, order, payment or user', () => {
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

test('a feature imports only public files of another feature', () => {
  const crosses = ({ file, target }: Import): boolean => {
    const to = featureOf(target)
    return featureOf(file) !== undefined && to !== undefined && featureOf(file) !== to
  }
  expect(violations((use) => crosses(use) && !isPublic(use.target))).toEqual([])
  const isOutside = ({ file, target }: Import): boolean => {
    const reached = target.startsWith('.') ? posix.join(posix.dirname(file), target) : file
    return (
      featureOf(file) !== undefined && !reached.startsWith('../') && featureOf(reached) !== featureOf(file)
    )
  }
  expect(violations(isOutside)).toEqual([])
})

test('only the composition root imports the sandboxes and the demo', () => {
  const reachesSandboxOrDemo = ({ file, target }: Import): boolean => {
    const reached = target.startsWith('.') ? posix.join('app', posix.dirname(file), target) : target
    return /^#?(sandboxes|demo)\//.test(reached)
  }
  expect(violations((use) => reachesSandboxOrDemo(use) && !COMPOSITION.includes(use.file))).toEqual([])
})

test('a feature imports nothing above it except the script of the payment provider', () => {
  const reachesUp = ({ file, target }: Import): boolean =>
    featureOf(file) !== undefined && target.startsWith('#app/') && target !== '#app/load-stripe.ts'
  expect(violations(reachesUp)).toEqual([])
})

test('sandboxes and the demo import only the kit and public files of features', () => {
  const isOwn = ({ file, target }: Import): boolean =>
    target.startsWith('.') && posix.join(posix.dirname(file), target).split('/')[0] === file.split('/')[0]
  const isAllowed = ({ target }: Import): boolean =>
    !/^[.#]/.test(target) || target.startsWith('#kit/') || isPublic(target)
  const found = importsIn(root, sandboxesAndDemo).filter((use) => !isOwn(use) && !isAllowed(use))
  expect(found.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
})

test('features depend on each other in one direction', () => {
  const dependencies = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const [from, to] = [featureOf(file), featureOf(target)]
    // Pages may import public files of any feature, and nothing imports them.
    if (!from || !to || from === to || /\.tsx$|\/pages\//.test(file)) continue
    dependencies.set(from, (dependencies.get(from) ?? new Set()).add(to))
  }
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of dependencies.get(from) ?? []) if (!seen.has(to)) reachable(to, seen.add(to))
    return seen
  }
  expect([...dependencies.keys()].filter((feature) => reachable(feature).has(feature))).toEqual([])
})

test('a schema imports only the validator and the kit, so that forms can share it', () => {
  const isSchema = /^features\/[^/]+\/schema\.ts$/
  const allowed = /^(zod|#kit\/|\.\/|#features\/[^/]+\/(schema|quote-limits)\.ts)/
  expect(violations(({ file, target }) => isSchema.test(file) && !allowed.test(target))).toEqual([])
})

test('a page reads its address without the parameters of the router, which `request.url` has', () => {
  const readsRequest = (file: string): boolean =>
    file.includes('/pages/') && /\brequest\.url\b/.test(readFileSync(join(app, file), 'utf8'))
  expect(sources.filter(readsRequest)).toEqual([])
})

test('no link uses the prefetch of the router, which reloads the whole page when it fails', () => {
  const prefetches = (file: string): boolean =>
    /\bprefetch=|PrefetchPageLinks/.test(readFileSync(join(app, file), 'utf8'))
  expect(sources.filter(prefetches)).toEqual([])
})

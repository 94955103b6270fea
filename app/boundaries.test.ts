import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'

const app = import.meta.dirname

const root = join(app, '..')

/** What of a feature others may import, besides `<feature>.ts`: shapes, rules and texts, components, its browser side. */
const OPEN_FILES = [
  'schema.ts',
  'minimum-order.ts',
  'refusals.ts',
  'texts.ts',
  'components.tsx',
  'client.ts',
  'browser-session.ts',
  'product-data.ts',
]

/** The only files of the shop that know the sandboxes and the demo: what they choose is handed to the others. */
const COMPOSITION = ['app.ts', 'load-stripe.ts', 'providers.ts']

const MAXIMUM_LINES = 300

interface Import {
  readonly file: string
  readonly target: string
}

/** The files of a folder by their paths in it, without tests. */
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

/** What stands beside the shop, by paths from the root. */
const beside = ['sandboxes', 'demo'].flatMap((folder) =>
  filesIn(join(root, folder)).map((file) => `${folder}/${file}`),
)

const isOpen = (target: string): boolean => {
  const [, feature = '', path = ''] = /^#features\/([^/]+)\/(.+)$/.exec(target) ?? []
  return path === `${feature}.ts` || OPEN_FILES.includes(path)
}

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

test('the sandboxes and the demo are reached by the composition alone', () => {
  const leaves = ({ file, target }: Import): boolean => {
    const reached = target.startsWith('.') ? posix.join('app', posix.dirname(file), target) : target
    return /^#?(sandboxes|demo)\//.test(reached)
  }
  expect(offences((use) => leaves(use) && !COMPOSITION.includes(use.file))).toEqual([])
})

test('a feature knows nothing above it but the script of the payment provider that is chosen there', () => {
  const reachesUp = ({ file, target }: Import): boolean =>
    featureOf(file) !== undefined && target.startsWith('#app/') && target !== '#app/load-stripe.ts'
  expect(offences(reachesUp)).toEqual([])
})

test('a sandbox and the demo know of the shop the kit and what its features offer', () => {
  const isOwn = ({ file, target }: Import): boolean =>
    target.startsWith('.') && posix.join(posix.dirname(file), target).split('/')[0] === file.split('/')[0]
  const isOffered = ({ target }: Import): boolean =>
    !/^[.#]/.test(target) || target.startsWith('#kit/') || isOpen(target)
  const wrong = importsIn(root, beside).filter((use) => !isOwn(use) && !isOffered(use))
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
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
  const lines = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length
  const files = [...sources.map((file) => `app/${file}`), ...beside]
  expect(files.filter((file) => lines(file) > MAXIMUM_LINES)).toEqual([])
})

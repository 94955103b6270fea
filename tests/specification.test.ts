import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeSpansOf, readTable, readTitles, testsIn } from './support/doc-tables.ts'
import { ROOT, readProjectFile } from './support/project.ts'

interface Row {
  readonly sections: string
  readonly says: string
  readonly files: readonly string[]
  readonly tests: readonly { readonly file: string; readonly title: string }[]
}

const rows = readRows(readProjectFile('docs/specification.md'))

test('every section of the specification has rows, and no row is empty', () => {
  const named = new Set(rows.flatMap(({ sections }) => sections.split(', ')))
  for (const section of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) expect(named).toContain(section)
  expect(rows.filter(({ says }) => says === '')).toEqual([])
  expect(rows.length).toBeGreaterThan(100)
})

test('every row names existing files', () => {
  const missing = rows.flatMap(({ says, files }) =>
    files.length === 0 ? [`${says}: no file`] : files.filter((file) => !existsSync(join(ROOT, file))),
  )
  expect(missing).toEqual([])
})

test('every row names existing tests', () => {
  expect(rows.flatMap(({ says, tests }) => missingTests(says, tests))).toEqual([])
})

test('every attack in docs/security.md names existing tests', () => {
  const attacks = readTable(readProjectFile('docs/security.md'), 'Attacks')
  expect(attacks.length).toBeGreaterThan(20)
  expect(attacks.flatMap(([attack = '', , tests = '']) => missingTests(attack, testsIn(tests)))).toEqual([])
})

/** The literal texts of the specification by file, with their number of occurrences. */
const LITERALS = {
  'app/kit/texts.ts': { 'Are you sure?': 1 },
  'app/features/site/home/hero.tsx': { 'Healthy Food': 1, 'Grow your strength': 1, 'Read More': 1 },
  'app/features/catalog/texts.ts': { 'Product added successfully': 1, 'Product deleted successfully': 1 },
  'app/features/orders/texts.ts': {
    'Quantity should be greater then 100': 1,
    // Separate from the same text for reviews, so that a fix of one does not change the other.
    'Review posted successfully': 1,
    'Order canceled successfully': 1,
    'Order is shipped': 1,
    'Order is reverted to pending': 1,
    'Not paid yet': 1,
  },
  'app/features/reviews/texts.ts': { 'Review posted successfully': 1 },
  'app/features/payments/texts.ts': {
    'Congrats! Your payment is completed.': 1,
    'Payment successfully done.': 1,
    'Payment Successfully': 1,
  },
  'app/features/accounts/texts.ts': {
    'Successfully made an admin': 1,
    'Failed to Make an admin': 1,
    'No user is logged in': 1,
    'Mail has been sent': 1,
  },
  'app/features/accounts/pages/forgot-password.tsx': { 'Send email for reset password': 1 },
  'app/features/accounts/sign-in/google-button.tsx': { 'Continue with Google': 1 },
  'app/features/accounts/pages/profile.tsx': { 'Update Information': 1 },
  'app/features/accounts/pages/all-users.tsx': { 'Total Users: ': 1 },
  'app/features/catalog/admin/list/managed-products.tsx': { 'All Products (': 1 },
  'app/features/site/home/featured-products.tsx': { 'Featured Products': 1 },
  'app/features/orders/admin/list/managed-order.tsx': { Shifting: 1 },
  'app/features/reviews/components.tsx': { TESTIMONIAL: 1 },
}

test('each literal text is in one file', () => {
  const sources = globSync('app/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, text: readProjectFile(file) }))
  const filesOf = (text: string): string[] =>
    Object.entries<Record<string, number>>(LITERALS)
      .flatMap(([file, texts]) => (texts[text] ? [`${file}: ${texts[text]}`] : []))
      .sort()
  for (const text of Object.values(LITERALS).flatMap((texts) => Object.keys(texts))) {
    const found = sources.flatMap((source) => {
      const count = source.text.split(text).length - 1
      return count > 0 ? [`${source.file}: ${count}`] : []
    })
    expect(found.sort(), text).toEqual(filesOf(text))
  }
})

test('the breakpoints are those of the specification', () => {
  const found = readProjectFile('app/app.css').matchAll(/--breakpoint-(\w+): (\d+)px/g)
  expect([...found].map(([, name, width]) => [name, Number(width)])).toEqual([
    ['xs', 0],
    ['sm', 576],
    ['md', 768],
    ['lg', 992],
    ['xl', 1200],
    ['xxl', 1400],
  ])
})

function readRows(page: string): Row[] {
  return readTable(page).map(([sections = '', says = '', where = '', tests = '']) => ({
    sections,
    says,
    files: codeSpansOf(where),
    tests: testsIn(tests),
  }))
}

function missingTests(what: string, tests: Row['tests']): string[] {
  if (tests.length === 0) return [`${what}: no test`]
  return tests
    .filter(({ file, title }) => !titlesIn(file).some((known) => known.includes(title)))
    .map(({ file, title }) => `${what}: ${file} › ${title}`)
}

const titles = new Map<string, readonly string[]>()

function titlesIn(file: string): readonly string[] {
  const known = titles.get(file) ?? (existsSync(join(ROOT, file)) ? readTitles(readProjectFile(file)) : [])
  titles.set(file, known)
  return known
}

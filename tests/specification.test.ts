import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readTable } from './support/doc-tables.ts'
import { ROOT, readProjectFile } from './support/project.ts'
import { findTags, PROVEN_PAGES, tagsIn, tagsOf } from './support/proofs.ts'

test('every section of the specification has rows, and no row is empty', () => {
  const rows = readTable(readProjectFile('docs/specification.md'))
  const named = new Set(rows.flatMap(([sections = '']) => sections.split(', ')))
  for (const section of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) expect(named).toContain(section)
  expect(rows.filter(([, says]) => !says)).toEqual([])
  expect(rows.length).toBeGreaterThan(100)
})

describe.each(Object.entries(PROVEN_PAGES))('%s', (path, word) => {
  const page = readProjectFile(path)
  const tags = tagsOf(page)

  test('has a tag of its own in each row', () => {
    const rows = readTable(page, word === 'attack' ? 'Attacks' : undefined)
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.map((row) => row.at(-1))).toEqual(tags.map((tag) => `\`${tag}\``))
    expect(tags).toHaveLength(new Set(tags).size)
  })

  test('has a test for each row, and a row for each tag of a test', () => {
    expect([...new Set(findTags(word))].sort()).toEqual(tags.sort())
  })
})

test('a tag stands above a test', () => {
  const source = [
    'describe.each([1])("a group of %d", () => {',
    '  // attack: one, two',
    '  // attack: three',
    '  // A word about it.',
    '  test.each([',
    "    () => refuse('text'),",
    '  ])(`is refused by %s`, () => {})',
    '})',
  ].join('\n')
  expect(tagsIn('x.test.ts', source, 'attack')).toEqual(['one', 'two', 'three'])
  expect(tagsIn('x.test.ts', source, 'spec')).toEqual([])
  expect(() => tagsIn('x.test.ts', `// spec: lost\n\n${source}`, 'spec')).toThrow('// spec: lost')
})

/** The literal texts of the specification by file, with their number of occurrences. */
const LITERALS = {
  'app/kit/texts.ts': { 'Are you sure?': 1 },
  'app/features/site/texts/original-texts.ts': {
    'Healthy Food': 1,
    'Grow your strength': 1,
    'Read More': 1,
    'Featured Products': 1,
    TESTIMONIAL: 1,
  },
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
  'app/features/manage-users/pages/all-users.tsx': { 'Total Users: ': 1 },
  'app/features/manage-products/list/product-list-head.tsx': { 'All Products': 1 },
  'app/features/manage-orders/list/managed-order.tsx': { Shifting: 1 },
}

// spec: literal-texts
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

// spec: breakpoints
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

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What texts do not say, and what they say instead. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  // The specification has this one.
  [/(?<!No user is )\blog(?:ged|ging)? in\b/gi, 'sign in'],
  [/\bsign(?:ing)? up\b/gi, 'register'],
  [/\bverif(?:y|ied) (?:your|the|an) e-mail|\be-mail(?: address)? is (?:not )?verified\b/gi, 'confirm'],
  [/(?<!\bsold )\bin (?:multiples|steps) of (?!`)/gi, 'sold in multiples of'],
  [/\b[Gg]rand total\b|\bthe new sum\b|\bLargest sum\b/g, 'total'],
]

const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm

test('texts have one word each for signing in, registering, confirming, multiples and totals', () => {
  const found = globSync('app/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(COMMENT, '')
    return INSTEAD.flatMap(([words, instead]) =>
      [...text.matchAll(words)].map(([word]) => `${file}: "${word}" instead of "${instead}"`),
    )
  })
  expect(found).toEqual([])
})

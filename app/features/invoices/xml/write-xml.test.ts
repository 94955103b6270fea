import { expect, test } from 'vitest'
import { parseXml } from '#tests/support/en16931/parse-xml.ts'
import { writeXml } from './write-xml.ts'

const textOf = (text: string): string | undefined =>
  parseXml(writeXml(['a', [['b', text]]])).children[0]?.text

test.each([
  ['Greek, Arabic, Chinese, an emoji', 'Ωμέγα مثال 示例 😀', 'Ωμέγα مثال 示例 😀'],
  ['markup', `R&D <b> "x" 'y' ]]> &amp;`, `R&D <b> "x" 'y' ]]> &amp;`],
  ['control characters', 'a\u0000b\u0008c\u001fd', 'abcd'],
  ['what Unicode has not', 'a\ufffeb\uffffc', 'abc'],
  ['half an emoji', 'a\ud83db\ude00c', 'abc'],
  ['lines and tabs', 'a\n\tb', 'a\n\tb'],
])('%s', (_what, given, written) => {
  expect(textOf(given)).toBe(written)
})

test('what has no text and no children is left out, with its attributes', () => {
  const xml = writeXml([
    'a',
    [
      ['b', undefined],
      ['c', ' \u0000', { id: '1' }],
      undefined,
      ['d', [['e', '']]],
      ['f', 'x', { id: '"&' }],
    ],
  ])
  expect(xml).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <f id="&quot;&amp;">x</f>\n</a>\n')
})

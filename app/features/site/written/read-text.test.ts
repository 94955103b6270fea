import { expect, test } from 'vitest'
import { readText } from './read-text.ts'

test('empty lines end paragraphs; headings, lists and the lines of an address are kept', () => {
  expect(readText('First line\nsecond line\n\n\n# Orders\nText\n- one\n* two\nafter')).toEqual([
    { kind: 'paragraph', lines: [['First line'], ['second line']] },
    { kind: 'heading', words: ['Orders'] },
    { kind: 'paragraph', lines: [['Text']] },
    { kind: 'list', items: [['one'], ['two']] },
    { kind: 'paragraph', lines: [['after']] },
  ])
  expect(readText(' \r\n ')).toEqual([])
})

test.each([
  'https://parts.example/a?b=c',
  'HTTP://parts.example/',
  'mailto:sales@parts.example',
  '/part/hx-1#facts',
])('[words](%s) is a link', (href) => {
  expect(readText(`See [the words](${href}), please.`)).toEqual([
    { kind: 'paragraph', lines: [['See ', { words: 'the words', href }, ', please.']] },
  ])
})

// attack: injected-script
test.each([
  '[x](javascript:alert)',
  '[x](JaVaScRiPt://parts.example/%0aalert)',
  '[x](data:text/html,x)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](vbscript:x)',
  '<script>alert(1)</script>',
  '<a href="https://evil.example">x</a>',
  '#no heading',
  '-no item',
  `[${'x'.repeat(201)}](https://parts.example)`,
])('%s stays words', (text) => {
  expect(readText(text)).toEqual([{ kind: 'paragraph', lines: [[text]] }])
})

test('20,000 characters of any kind are read', () => {
  for (const piece of ['[', '[x](', '# ', '- \n', '[x](/', ']('])
    expect(readText(piece.repeat(20_000 / piece.length)), piece).toBeInstanceOf(Array)
})

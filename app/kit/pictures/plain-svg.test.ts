import { expect, test } from 'vitest'
import { plainSvg } from './plain-svg.ts'

const wrap = (css: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"><style>${css}</style>${body}</svg>`

test('each element has its light style, in the sequence of specificity', () => {
  const css =
    'svg{--i:#111;--g:#080}.d .a{fill:var(--g)}path{fill:none;stroke:var(--i)}.a{fill:red}.d path{stroke:var(--g)}' +
    '@media(prefers-color-scheme:dark){svg{--i:#fff}}@media(max-width:180px){.d,.v{display:none}}'
  expect(plainSvg(wrap(css, '<path class="a" d="M0 0"/><g class="d"><path class="a" d="M1 1"/></g>'))).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0" style="fill:red;stroke:#111"/>' +
      '<g><path d="M1 1" style="fill:#080;stroke:#080"/></g></svg>',
  )
})

test('the own style of an element wins, and a variable can have a default', () => {
  const svg = wrap('path{fill:none}', '<path style="fill:var(--x,blue)" d="M0 0"/>')
  expect(plainSvg(svg)).toContain('<path d="M0 0" style="fill:blue"/>')
})

// attack: document-picture
test('a pattern of the picture stays; scripts, other files and links are left out', () => {
  const svg = plainSvg(
    wrap(
      '@import url(https://example.com/x.css);path{fill:url(#cut);stroke:url(https://example.com/y)}',
      '<script>alert(1)</script><image href="/etc/passwd"/><use xlink:href="https://example.com/#a"/>' +
        '<path onload="alert(1)" d="M0 0"/><a href="https://example.com/">link</a>',
    ),
  )
  expect(svg).toBe('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0" style="fill:url(#cut)"/></svg>')
})

test('a text is replaced by its outline, with the style that it inherits', () => {
  const svg = wrap(
    'svg{font-size:13px}text{fill:red;text-anchor:middle}.e{text-anchor:start}',
    '<text x="5" y="6">&#216;8 &amp; 9</text><text class="e" transform="rotate(-90)">M8</text>',
  )
  const texts: unknown[] = []
  const plain = plainSvg(svg, { outline: (text) => `M${texts.push(text)} 0` })
  expect(texts).toEqual([
    { text: 'Ø8 & 9', x: 5, y: 6, size: 13, anchor: 'middle' },
    { text: 'M8', x: 0, y: 0, size: 13, anchor: 'start' },
  ])
  expect(plain).toContain('<g style="fill:red;text-anchor:middle"><path d="M1 0"/></g>')
  expect(plain).toContain(
    '<g transform="rotate(-90)" style="fill:red;text-anchor:start"><path d="M2 0"/></g>',
  )
})

test.each(['', '<html></html>', 'no picture', '\u0089PNG'])('%j is no SVG', (text) => {
  expect(plainSvg(text)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { stylePicker } from './used-styles.ts'

const pick = (css: string, ...classes: string[]) =>
  stylePicker(css)(`<p class="${classes.join(' ')}"><a href="/"></a></p>`)

test('a page gets the rules of its own classes, in their sequence', () => {
  expect(pick('.b{top:0}.a{top:1px}.c{top:2px}', 'a', 'b')).toBe('.b{top:0}.a{top:1px}')
})

test('one of several selectors is enough, and all classes of a selector count', () => {
  expect(pick('a:hover{top:0}.a,.z{top:1px}.a .z{top:2px}', 'a')).toBe('a:hover{top:0}.a,.z{top:1px}')
})

test('a rule for elements is for pages that have them', () => {
  const css =
    '*{top:0}table{top:0}b,p{top:0}.a>a[href]:hover{top:0}.a b{top:0}:is(b,p) a{top:0}::placeholder{top:0}'
  expect(pick(css, 'a')).toBe(
    '*{top:0}b,p{top:0}.a>a[href]:hover{top:0}:is(b,p) a{top:0}::placeholder{top:0}',
  )
})

test('a class that must not be there is not asked for', () => {
  expect(pick('.a:not(.z){top:0}', 'a')).toBe('.a:not(.z){top:0}')
})

test('names with escaped characters are compared as the page writes them', () => {
  expect(pick('.md\\:p-1\\.5{top:0}.\\[\\&_a\\]\\:b a{top:1px}', 'md:p-1.5', '[&amp;_a]:b')).toBe(
    '.md\\:p-1\\.5{top:0}.\\[\\&_a\\]\\:b a{top:1px}',
  )
})

test('commas within a name do not part selectors', () => {
  const css = '.\\[repeat\\(2\\,minmax\\(0\\,1fr\\)\\)\\]{top:0}'
  expect(pick(css, '[repeat(2,minmax(0,1fr))]')).toBe(css)
  expect(pick(css, 'a')).toBe('')
})

test('what stands inside a query is picked too, and an empty query goes', () => {
  expect(pick('@media (width>=1px){.a{top:0}.z{top:1px}}@media print{.z{top:0}}', 'a')).toBe(
    '@media (width>=1px){.a{top:0}}',
  )
})

test('braces in strings and statements without a block do not lead astray', () => {
  expect(pick('@layer a,b;.a:before{content:"}"}.z{top:0}.b{top:0}', 'a', 'b')).toBe(
    '@layer a,b;.a:before{content:"}"}.b{top:0}',
  )
})

test('custom properties go that nothing names, one after another', () => {
  const css =
    '@property --t{syntax:"*";inherits:false}:root{--x:var(--y);--y:1px;--used:2px}.a{top:var(--used)}.z{top:var(--x)}'
  expect(pick(css, 'a')).toBe(':root{--used:2px}.a{top:var(--used)}')
})

test('a property of Tailwind’s that no rule sets gives way to its first value, or else to what stands in for it', () => {
  const css =
    '.a{top:var(--tw-x);left:var(--tw-y,var(--tw-z,1px));right:var(--tw-z)}.z{--tw-z:2px}@property --tw-x{syntax:"*";inherits:false;initial-value:0}'
  expect(pick(css, 'a')).toBe('.a{top:0;left:var(--tw-z,1px);right:var(--tw-z)}')
})

test('a custom property that the page itself names stays', () => {
  expect(stylePicker(':root{--x:1px}')('<path fill="var(--x)">')).toBe(':root{--x:1px}')
})

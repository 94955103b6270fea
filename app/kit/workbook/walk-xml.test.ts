import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { walkXml } from './walk-xml.ts'

const textsOf = (xml: string): string[] => {
  const texts: string[] = []
  walkXml(strToU8(xml), { close: (name, text) => texts.push(`${name}: ${text}`) })
  return texts
}

test.each([65_530, 65_531, 65_532, 65_533])('a character of three bytes at byte %d is read whole', (at) => {
  const before = 'x'.repeat(at - '<t>'.length)
  expect(textsOf(`<t>${before}€ end</t>`)).toEqual([`t: ${before}€ end`])
})

test('prefixes are left out, and elements know those around them', () => {
  const seen: string[] = []
  walkXml(strToU8('<x:a><y:b z:c="1"/></x:a>'), {
    open: (name, attributes, parents) => seen.push([...parents, name, JSON.stringify(attributes)].join(' ')),
  })
  expect(seen).toEqual(['a {}', 'a b {"c":"1"}'])
})

// attack: spreadsheet-bomb
test.each([
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>'],
  ['an entity of another file', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a>&b;</a>'],
  ['no end', '<a><b></a>'],
])('XML with %s is refused', (_, xml) => {
  expect(() => textsOf(xml)).toThrow()
})

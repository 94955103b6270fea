import { expect, test } from 'vitest'
import { draftOf, readNewProduct } from '#features/catalog/new-product-form.ts'
import { fieldErrors } from '#kit/http/client.ts'

const typed = {
  name: ' Hexagon nut M8 ',
  price: ' 0.0425',
  quantity: '5000 ',
  description: 'ISO 4032, M8, steel 8.',
  image: '/drawings/nut.svg',
  sku: ' ',
}

const form = (change: Partial<typeof typed> = {}) => {
  const fields: Record<string, string> = { ...typed, ...change }
  return (name: string) => fields[name] ?? ''
}

const complaints = (change: Partial<typeof typed>): string[] => {
  try {
    readNewProduct(form(change))
    return []
  } catch (error) {
    return Object.keys(fieldErrors(error))
  }
}

test('what was typed becomes the product that the shop takes; an empty part number is none', () => {
  const product = {
    name: 'Hexagon nut M8',
    price: 0.0425,
    quantity: 5000,
    description: 'ISO 4032, M8, steel 8.',
    image: '/drawings/nut.svg',
  }
  expect(readNewProduct(form())).toEqual(product)
  expect(readNewProduct(form({ sku: ' NUT-8 ' }))).toEqual({ ...product, sku: 'NUT-8' })
})

test('every empty field is named at once', () => {
  const empty = { name: '', price: ' ', quantity: '', description: '\n', image: '' }
  expect(complaints(empty)).toEqual(['name', 'price', 'quantity', 'description', 'image'])
})

test('a comma is no decimal point, since it might be meant for thousands', () => {
  for (const text of ['1,000', '0,05', 'ten', '1e3', '0x10', '1.', '$1', 'NaN', '']) {
    expect(complaints({ price: text, quantity: text })).toEqual(['price', 'quantity'])
  }
  for (const text of ['0', '.5', '12.75', '-1', '007']) {
    expect(complaints({ price: text, quantity: text })).toEqual([])
  }
})

test('the draft shows nothing that no shop could sell', () => {
  const draft = draftOf(form({ name: '', price: '-3', quantity: '1.5' }), 'htt')
  expect(draft).toMatchObject({ name: 'Name', price: 0, quantity: 1, sku: 'Part number' })
  expect(draft.image).toMatch(/^data:/)
  expect(draftOf(form({ price: '0.123456' }), '//elsewhere.example/x.png').price).toBe(0)
  expect(draftOf(form(), '//elsewhere.example/x.png').image).toMatch(/^data:/)
  expect(draftOf(form(), ' /drawings/nut.svg').image).toBe('/drawings/nut.svg')
})

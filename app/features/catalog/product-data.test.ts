import { expect, test } from 'vitest'
import { sampleProduct } from '#tests/support/sample-product.ts'
import { productPageData } from './part-data.ts'
import { productListData } from './product-data.ts'

const part = sampleProduct({
  _id: 'a/b',
  sku: 'HX/1',
  name: 'Sample screw',
  quantity: 100,
  image: '/drawings/HX-1.svg',
  prices: [
    { from: 100, price: 0.0425 },
    { from: 1000, price: 0.04 },
  ],
})

test('a part is described with its price per piece, its minimum order and whether that quantity is in stock', () => {
  const { itemListElement } = productListData([part, { ...part, quantity: 99 }], 'https://parts.example')
  const [first, second] = itemListElement.map(({ item }) => item)
  expect(first).toMatchObject({
    '@type': 'Product',
    sku: 'HX/1',
    offers: {
      url: 'https://parts.example/part/hx%2f1',
      price: 0.0425,
      priceCurrency: 'USD',
      eligibleQuantity: { minValue: 100 },
      priceSpecification: [
        { price: 0.0425, eligibleQuantity: { minValue: 100, maxValue: 999 } },
        { price: 0.04, eligibleQuantity: { minValue: 1000 } },
      ],
      availability: 'https://schema.org/InStock',
    },
  })
  expect(second?.offers.availability).toBe('https://schema.org/OutOfStock')
})

test('the page of a part describes it in more detail than a list', () => {
  const [listed] = productListData([part], 'https://parts.example').itemListElement
  const described = {
    ...listed?.item,
    '@context': 'https://schema.org',
    description: 'A part to test with.',
    image: ['https://parts.example/drawings/HX-1.svg'],
    additionalProperty: [],
  }
  expect(productPageData(part, 'https://parts.example')).toEqual(described)
  const attributes = [
    { key: 'thread', label: 'Thread', value: 'M8' },
    { key: 'length', label: 'Length', value: 40, unit: 'mm' },
  ]
  const more = { categories: ['Screws', 'Hexagon screws'], picture: '/part-pictures/hx-1.png' }
  expect(productPageData({ ...part, attributes }, 'https://parts.example', more)).toEqual({
    ...described,
    category: 'Screws > Hexagon screws',
    image: ['https://parts.example/part-pictures/hx-1.png', ...described.image],
    additionalProperty: [
      { '@type': 'PropertyValue', name: 'Thread', value: 'M8' },
      { '@type': 'PropertyValue', name: 'Length', value: 40, unitText: 'mm' },
    ],
  })
  expect(productPageData({ ...part, weight: 4.7, origin: 'DE' }, 'https://parts.example')).toEqual({
    ...described,
    weight: { '@type': 'QuantitativeValue', value: 4.7, unitCode: 'GRM' },
    countryOfOrigin: { '@type': 'Country', name: 'DE' },
  })
})

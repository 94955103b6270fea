import { expect, test } from 'vitest'
import { sampleProduct } from '#tests/support/sample-product.ts'
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

import { expect, test } from 'vitest'
import { productListData } from '#features/catalog/product-data.ts'
import { sampleProduct } from '#tests/support/sample-product.ts'
import { productPageData } from './part-data.ts'

const part = sampleProduct({ sku: 'HX/1', image: '/drawings/HX-1.svg' })

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
  const images = [{ image: part.image }, { image: '/images/side', alt: 'From the side' }]
  expect(productPageData({ ...part, images }, 'https://parts.example').image).toEqual([
    ...described.image,
    'https://parts.example/images/side',
  ])
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

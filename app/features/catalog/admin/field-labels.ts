/** The labels of a product's fields where admins change them or read what was changed. Add Product has its own. */
export const fieldLabels: Readonly<Record<string, string>> = {
  sku: 'Part number',
  name: 'Name',
  description: 'Description',
  image: 'Picture',
  category: 'Category',
  minimum: 'Minimum',
  step: 'Step',
  price: 'Price',
  prices: 'Prices',
  quantity: 'Stock',
}

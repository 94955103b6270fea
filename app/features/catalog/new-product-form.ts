import type { NewProduct, Product } from '#features/catalog/schema.ts'
import { ProblemError } from '#kit/http/client.ts'
import { priceToE4 } from '#kit/money.ts'

/** The fields of a form, by their names. */
type Fields = (name: string) => string

const REQUIRED = {
  name: 'The name is required.',
  price: 'The price is required.',
  quantity: 'The quantity is required.',
  description: 'The description is required.',
  image: 'The image URL is required.',
}

const NUMBERS = {
  price: 'The price has to be a number, for example 0.0425.',
  quantity: 'The quantity has to be a number, for example 5000.',
}

/**
 * Reads what an admin typed. Throws a `ProblemError`, as the shop's own refusal would be, that names every field
 * that is empty or no number; all other rules are the shop's to check.
 */
export function readNewProduct(fields: Fields): NewProduct {
  const field = (name: string) => fields(name).trim()
  const errors = Object.entries(REQUIRED)
    .filter(([name]) => field(name) === '')
    .concat(Object.entries(NUMBERS).filter(([name]) => field(name) !== '' && !isNumber(field(name))))
    .map(([name, detail]) => ({ pointer: `#/${name}`, detail }))
  if (errors.length > 0) throw new ProblemError(422, 'invalid', 'Some fields need another look.', { errors })
  return {
    name: field('name'),
    price: Number(field('price')),
    quantity: Number(field('quantity')),
    description: field('description'),
    image: field('image'),
    ...(field('sku') && { sku: field('sku') }),
  }
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$|^-?\.\d+$/.test(text)

/** The product as its card would show it, with stand-ins for what is not typed yet. */
export function draftOf(fields: Fields, image: string): Product {
  const number = (text: string) => (isNumber(text.trim()) ? Math.max(0, Number(text)) : 0)
  const price = number(fields('price'))
  return {
    _id: 'draft',
    sku: fields('sku').trim() || 'Part number',
    name: fields('name').trim() || 'Name',
    price: priceToE4(price) === undefined ? 0 : price,
    quantity: Math.trunc(number(fields('quantity'))),
    description: fields('description').trim() || 'Description',
    image: SOME_IMAGE.test(image.trim()) ? image.trim() : NO_IMAGE,
  }
}

/** Enough to look at: what is none of both is not even asked for. */
const SOME_IMAGE = /^(https:\/\/|\/(?!\/))./

const NO_IMAGE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 4 3'/%3E"

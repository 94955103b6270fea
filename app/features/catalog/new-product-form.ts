import type { NewProduct, Product } from '#features/catalog/schema.ts'
import { ProblemError } from '#kit/browser/client.ts'
import { formatCount } from '#kit/count-text.ts'
import { formatPrice, priceToE4 } from '#kit/money.ts'
import { isPictureAddress } from '#kit/own-path.ts'
import { readingOfPieces, readPieces, readPrice } from '#kit/read-number.ts'
import { productTexts } from './texts.ts'

/** The fields of a form, by their names. */
type Fields = (name: string) => string

const UNREADABLE = {
  price: 'The price has to be a number, for example 0.0425.',
  quantity: 'The quantity has to be a whole number of pieces, for example 5000.',
}

/**
 * Reads what an admin typed. Throws a `ProblemError`, as the shop's own refusal would be, that names each of the two
 * numbers that is none or has two readings; all other rules are the form's and the shop's to check.
 */
export function readNewProduct(fields: Fields): NewProduct {
  const field = (name: string) => fields(name).trim()
  const [price, ...otherReadings] = readPrice(field('price')) ?? []
  const quantity = readPieces(field('quantity'))
  const wrong = {
    price:
      otherReadings.length > 0 ? priceNote(field('price')).warning : price === undefined && UNREADABLE.price,
    quantity: quantity === undefined && UNREADABLE.quantity,
  }
  if (price === undefined || quantity === undefined || wrong.price) throw refusalOf(wrong)
  return {
    name: field('name'),
    price,
    quantity,
    description: field('description'),
    image: field('image'),
    ...(field('sku') && { sku: field('sku') }),
  }
}

function refusalOf(wrong: Readonly<Record<string, string | false | undefined>>): ProblemError {
  const errors = Object.entries(wrong).flatMap(([name, detail]) =>
    detail ? [{ pointer: `#/${name}`, detail }] : [],
  )
  return new ProblemError(422, 'invalid', 'Some fields need another look.', { errors })
}

/** What is said of a number while it is typed: how it was read, or why it was not. */
interface NumberNote {
  readonly reading?: string | undefined
  readonly warning?: string
}

/** `0,0425` is shown as it was read; `1,000`, which can be read in two ways, with both. */
export function priceNote(text: string): NumberNote {
  const typed = text.trim()
  if (typed === '') return {}
  const [price, larger] = readPrice(typed) ?? []
  if (price === undefined) return { warning: UNREADABLE.price }
  if (larger !== undefined) {
    // Three decimals would be ambiguous again.
    const smaller = /\.\d{3}$/.test(String(price)) ? `${price}0` : String(price)
    const readings = `${formatPrice(price)} or $${formatCount(larger)}`
    return { warning: `${typed} can be ${readings}. Type ${smaller} or ${larger}.` }
  }
  return typed === String(price) ? {} : { reading: `= ${formatPrice(price)} ${productTexts.perPiece}` }
}

/** `1,000`, `1.000` and `1 000` are shown as the thousand that they are read as. */
export function quantityNote(text: string): NumberNote {
  if (text.trim() === '' || readPieces(text) !== undefined) return { reading: readingOfPieces(text) }
  return { warning: UNREADABLE.quantity }
}

/** The product as its card would show it, with stand-ins for what is not typed yet. */
export function draftOf(fields: Fields, image: string): Product {
  const [price = 0, larger] = readPrice(fields('price')) ?? []
  return {
    _id: 'draft',
    sku: fields('sku').trim() || 'Part number',
    name: fields('name').trim() || 'Name',
    price: larger !== undefined || priceToE4(price) === undefined ? 0 : price,
    quantity: readPieces(fields('quantity')) ?? SOME_STOCK,
    description: fields('description').trim() || 'Description',
    image: isPictureAddress(image.trim()) ? image.trim() : NO_IMAGE,
  }
}

/** Stands in for a quantity that is not typed yet: with 0 the part would show as sold out. */
const SOME_STOCK = 1000

const NO_IMAGE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 4 3'/%3E"

/** What a buyer pays, and the prices that are agreed with companies: what other features may call on the server. */

export {
  arePricesOf,
  type PriceBuyer,
  type PricedFor,
  priceBuyer,
  pricesFor,
  VISITOR,
} from './buyers/prices-for.ts'

import { createContext } from 'react-router'
import type { Shop } from '#kit/shop.ts'

/** The shop, for the loaders of pages: `context.get(shopContext)`. */
export const shopContext = createContext<Shop>()

/** The random nonce of one rendering, which marks the shop's own scripts and styles. */
export const nonceContext = createContext<string>()

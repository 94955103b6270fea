import { createContext } from 'react-router'
import type { Shop } from '#kit/shop.ts'

/** The shop, for the loaders of pages: `context.get(shopContext)`. */
export const shopContext = createContext<Shop>()

/** The network address of the caller, for rate limits. */
export const callerContext = createContext<string>()

/** The random nonce of one rendering, which marks the shop's own scripts and styles. */
export const nonceContext = createContext<string>()

import { createContext } from 'react-router'
import type { Shop } from '#kit/shop.ts'

/** What the loaders of pages find on the server: `context.get(shopContext)`. */
export const shopContext = createContext<Shop>()

/** The random word of one rendering: the scripts and styles that carry it are the shop's own. */
export const nonceContext = createContext<string>()

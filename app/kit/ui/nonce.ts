import { createContext } from 'react'

/** The nonce while the server renders; undefined in the browser, which hides it from scripts anyway. */
export const Nonce = createContext<string | undefined>(undefined)

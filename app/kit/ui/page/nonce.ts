import { createContext } from 'react'

/** The nonce during server rendering; undefined in the browser, which hides nonces from scripts. */
export const Nonce = createContext<string | undefined>(undefined)

import { createContext } from 'react'

/** The nonce during server rendering; undefined in the browser, which hides nonces from scripts. */
export const Nonce = createContext<string | undefined>(undefined)

/** The style sheet of the shop during server rendering; undefined in the browser, which has it in the page. */
export const Styles = createContext<string | undefined>(undefined)

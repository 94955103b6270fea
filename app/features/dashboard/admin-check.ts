import { createContext } from 'react-router'

/** What one navigation into the dashboard found out; `error` when the shop could not be asked. */
export type AdminCheck = { readonly admin: boolean } | { readonly error: unknown }

/** Set by the dashboard's middleware, once per navigation, for everything below it. */
export const adminCheckContext = createContext<AdminCheck>()

import { createContext } from 'react-router'

/** The result of the admin check of one navigation; `error` when the call failed. */
export type AdminCheck = { readonly admin: boolean } | { readonly error: unknown }

/** Set by the dashboard's middleware once per navigation, for its child routes. */
export const adminCheckContext = createContext<AdminCheck>()

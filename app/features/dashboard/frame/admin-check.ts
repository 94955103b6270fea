import { createContext } from 'react-router'
import type { StaffCheck } from '#features/accounts/staff-access.tsx'

/** What the user is, as asked for one navigation; `error` when the call failed. */
export type AdminCheck = StaffCheck | { readonly error: unknown }

/** Set by the dashboard's middleware once per navigation, for its child routes. */
export const adminCheckContext = createContext<AdminCheck>()

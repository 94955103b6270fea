import type { ReturnFilter } from './states.ts'

export const RETURNS_PATH = '/dashboard/returns'

/** The list of the staff; without a state those that wait for them. */
export const returnsPath = (state?: ReturnFilter): string =>
  state === undefined ? RETURNS_PATH : `${RETURNS_PATH}?state=${state}`

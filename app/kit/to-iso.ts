/** The time as answers and the database have it, such as "2026-11-23T14:20:00.000Z". `ms` is since 1970. */
export const toIso = (ms: number): string => new Date(ms).toISOString()

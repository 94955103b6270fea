import { fetchOverview } from './client.ts'
import { type Days, periods } from './periods.ts'
import type { Overview } from './schema.ts'

/** How long a loaded overview is shown at once; the page asks again as soon as it shows one. */
const FRESH_MS = 60_000

interface Loaded {
  readonly email: string
  readonly days: Days
  readonly atMs: number
  readonly overview: Overview
}

let loaded: readonly Loaded[] = []

const find = (email: string, days: Days): Overview | undefined =>
  loaded.find((entry) => entry.email === email && entry.days === days && Date.now() - entry.atMs < FRESH_MS)
    ?.overview

/** The overview for the admin with that address, and keeps it. */
export async function loadOverview(email: string, days: Days, signal: AbortSignal): Promise<Overview> {
  const overview = await fetchOverview(days, signal)
  const others = loaded.filter((entry) => entry.email === email && entry.days !== days)
  loaded = [...others, { email, days, atMs: Date.now(), overview }]
  return overview
}

/** As {@link loadOverview}, or what was loaded in the last minute. */
export const findOverview = async (email: string, days: Days, signal: AbortSignal): Promise<Overview> =>
  find(email, days) ?? loadOverview(email, days, signal)

/** Loads the other periods one after another, so that they are shown at once. Failures are shown when one is chosen. */
export async function loadOtherPeriods(email: string, signal: AbortSignal): Promise<void> {
  for (const days of periods)
    if (!signal.aborted) await findOverview(email, days, signal).catch(() => undefined)
}

import { AsyncLocalStorage } from 'node:async_hooks'

/** A tag that every public answer has. */
export const EVERYTHING = '*'

const rendering = new AsyncLocalStorage<Set<string>>()

/**
 * Names what a public answer shows of the data: it is rendered again when a change touches one of these tags. Call it where
 * the data is read; while nothing public is rendered it does nothing. Returns whether something public is rendered: then data
 * that was read before the change must not be used.
 */
export function shows(...tags: readonly string[]): boolean {
  const shown = rendering.getStore()
  if (shown) for (const tag of tags) shown.add(tag)
  return shown !== undefined
}

/** Renders a public answer, and returns it with the tags of what it shows and {@link EVERYTHING}. */
export async function collectShown<Answer>(
  render: () => Promise<Answer>,
): Promise<readonly [answer: Answer, tags: string[]]> {
  const shown = new Set([EVERYTHING])
  return [await rendering.run(shown, render), [...shown]]
}

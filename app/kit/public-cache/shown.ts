import { AsyncLocalStorage } from 'node:async_hooks'

/** A tag that every public answer has. */
export const EVERYTHING = '*'

interface Shown {
  readonly tags: Set<string>
  untilMs: number
}

const rendering = new AsyncLocalStorage<Shown>()

/**
 * Names what a public answer shows of the data: it is rendered again when a change touches one of these tags. Call it where
 * the data is read; while nothing public is rendered it does nothing. Returns whether something public is rendered: then data
 * that was read before the change must not be used.
 */
export function shows(...tags: readonly string[]): boolean {
  const shown = rendering.getStore()
  if (shown) for (const tag of tags) shown.tags.add(tag)
  return shown !== undefined
}

/** Says that a public answer holds until then, by the clock of the shop (ms): after that it is rendered again. */
export function showsUntil(untilMs: number): void {
  const shown = rendering.getStore()
  if (shown) shown.untilMs = Math.min(shown.untilMs, untilMs)
}

/** Renders a public answer, and returns it with the tags of what it shows and {@link EVERYTHING}, and until when it holds. */
export async function collectShown<Answer>(
  render: () => Promise<Answer>,
): Promise<{ readonly content: Answer; readonly tags: string[]; readonly untilMs: number }> {
  const shown: Shown = { tags: new Set([EVERYTHING]), untilMs: Number.POSITIVE_INFINITY }
  const content = await rendering.run(shown, render)
  return { content, tags: [...shown.tags], untilMs: shown.untilMs }
}

import { NoAnswerError, within } from '#kit/db/errors.ts'
import { createSignal } from '#kit/signals.ts'
import { type PublicContent, readContent } from './public-answer.ts'
import type { PublicChanges } from './public-changes.ts'
import type { Replica } from './replica.ts'
import { collectShown, EVERYTHING } from './shown.ts'

/** Afterwards the primary is asked instead. */
const LONGEST_MS = 1000

export const publicRenderingSources = ['replica', 'primary', 'repeated'] as const

/** From which database a public answer was rendered, while there is a replica; `repeated`: from the primary after the replica. */
export const publicRenderingSignal = createSignal<(typeof publicRenderingSources)[number]>('public-rendering')

type Render = (url: string) => Promise<Response>

/** A replica, and how a public answer is rendered from what it shows. */
export interface ReplicaSource {
  readonly replica: Replica
  readonly render: Render
}

interface Rendered {
  /** Undefined when it must not be shared. */
  readonly content: PublicContent | undefined
  /** What it shows. */
  readonly tags: readonly string[]
  /** It holds until then, by the clock of the shop. */
  readonly untilMs: number
  /** It has all changes that were committed before, by the clock of this process. */
  readonly atMs: number
}

/** Renders a public answer after the change `current`; `former` are the tags of the last rendering. */
export type PublicRenderer = (url: string, current: number, former?: readonly string[]) => Promise<Rendered>

/**
 * Renders public answers: from the replica when nothing that they show has changed since the last change that the replica is
 * known to have, else from the primary. No caller waits longer than a second for the replica.
 */
export function createPublicRenderer(
  changes: Pick<PublicChanges, 'since'>,
  render: Render,
  source: ReplicaSource | undefined,
): PublicRenderer {
  const fromPrimary = async (url: string): Promise<Rendered> => {
    const atMs = performance.now()
    return { ...(await collectShown(() => render(url).then(readContent))), atMs }
  }
  if (!source) return fromPrimary
  return async (url, current, former = [EVERYTHING]) => {
    const startMs = performance.now()
    const state = await source.replica.shown(current)
    if (!state || changes.since(state.number, former)) {
      publicRenderingSignal.send('primary')
      return fromPrimary(url)
    }
    const rendering = collectShown(() => source.render(url).then(readAnswer))
    const limit = within(LONGEST_MS - (performance.now() - startMs), rendering)
    const shown = await limit.catch((error) => {
      if (error instanceof NoAnswerError) source.replica.leaveAlone(error)
      return undefined
    })
    // That nothing is there may be because of any change, whatever it touches.
    const isCurrent =
      shown &&
      !changes.since(state.number, shown.tags) &&
      (shown.content?.status !== 404 || state.number >= current)
    publicRenderingSignal.send(isCurrent ? 'replica' : 'repeated')
    return isCurrent ? { ...shown, atMs: state.atMs } : fromPrimary(url)
  }
}

/** The replica may have refused for reasons of its own: it has to cancel queries that are in the way of its replay. */
async function readAnswer(response: Response): Promise<PublicContent | undefined> {
  if (response.status >= 500) throw new Error('the replica was read in vain')
  return readContent(response)
}

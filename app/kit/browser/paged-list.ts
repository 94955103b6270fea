import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { unwrap } from './client.ts'

/** How many rows a list shows at first, and how many more each time. */
const STEP = 50
const LARGEST_PAGE = 100

/** One page of a list as the shop answers it: its rows, how many match in all, and where the next page begins. */
interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** There are more than `total`. */
  readonly isTotalCut: boolean
  readonly next: string | undefined
}

interface PageQuery {
  readonly q: string | undefined
  readonly limit: string
  readonly after: string | undefined
}

/** Asks the shop for one page. */
export type AskPage<Row> = (query: PageQuery, signal: AbortSignal) => Promise<ListPage<Row>>

type ListAnswer = { ok: boolean; headers: Headers; json(): Promise<unknown> }

/** The page that a list call answered; throws like `unwrap`. */
export async function unwrapPage<Answer extends ListAnswer>(call: Promise<Answer>) {
  const answer = await call
  return {
    rows: await unwrap(Promise.resolve(answer)),
    total: Number(answer.headers.get('X-Total-Count')),
    isTotalCut: answer.headers.has('X-Total-Count-Is'),
    next: cursorIn(answer.headers.get('Link')),
  }
}

/** The cursor in `<…&after=…>; rel="next"`. */
function cursorIn(link: string | null): string | undefined {
  const [, path] = /^<([^>]+)>; rel="next"$/.exec(link ?? '') ?? []
  if (path === undefined) return undefined
  return new URL(path, 'http://shop').searchParams.get('after') ?? undefined
}

/** Asks page after page for `wanted` rows from the cursor on, since the shop gives 100 at a time. */
export async function askRows<Row>(
  ask: (page: Pick<PageQuery, 'limit' | 'after'>) => Promise<ListPage<Row>>,
  from: { after?: string | undefined; wanted: number },
): Promise<ListPage<Row> & { readonly rows: Row[] }> {
  const rows: Row[] = []
  let after = from.after
  while (true) {
    const limit = String(Math.min(from.wanted - rows.length, LARGEST_PAGE))
    const page = await ask({ limit, after })
    rows.push(...page.rows)
    after = page.next
    if (after === undefined || rows.length >= from.wanted) return { ...page, rows }
  }
}

type Task = 'list' | 'more'

/** A list that is searched and read on, page by page. */
export interface PagedList<Row> {
  /** Undefined until the first answer; a failure or another search keeps what was there. */
  readonly shown: (ListPage<Row> & { readonly q: string }) | undefined
  /** What is shown is not yet what was searched for. */
  readonly isStale: boolean
  readonly busy: Task | undefined
  /** What the last try threw; undefined once one succeeded. */
  readonly error: unknown
  /** Loads what is shown anew. */
  refresh(): Promise<void>
  /** Tries again what failed. */
  retry(): Promise<void>
  showMore(): Promise<void>
  /** Changes the rows that are shown, for example to take one out; the total follows. */
  change(update: (rows: readonly Row[]) => readonly Row[]): void
}

/** Loads a list and whenever `q` changes loads it anew. The last question wins, however late the answers come. */
export function usePagedList<Row>(ask: AskPage<Row>, q: string): PagedList<Row> {
  const [shown, setShown] = useState<PagedList<Row>['shown']>()
  const [busy, setBusy] = useState<Task | undefined>('list')
  const [failure, setFailure] = useState<{ task: Task; error: unknown }>()
  const current = useRef(new AbortController())

  const load = async (task: Task) => {
    current.current.abort()
    const own = new AbortController()
    const { signal } = own
    current.current = own
    setBusy(task)
    const askOf: Parameters<typeof askRows<Row>>[0] = (page) => ask({ q: q || undefined, ...page }, signal)
    try {
      if (task === 'more') {
        const page = await askRows(askOf, { after: shown?.next, wanted: STEP })
        if (!signal.aborted) setShown((last) => ({ ...page, q, rows: [...(last?.rows ?? []), ...page.rows] }))
      } else {
        const wanted = shown?.q === q ? Math.max(shown.rows.length, STEP) : STEP
        const page = await askRows(askOf, { wanted })
        if (!signal.aborted) setShown({ ...page, q })
      }
      if (!signal.aborted) setFailure(undefined)
    } catch (error) {
      if (!signal.aborted) setFailure({ task, error })
    }
    if (!signal.aborted) setBusy(undefined)
  }

  const loadAnew = useEffectEvent(() => load('list'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search is what asks for another list.
  useEffect(() => {
    void loadAnew()
    return () => current.current.abort()
  }, [q])

  return {
    shown,
    isStale: shown !== undefined && shown.q !== q,
    busy,
    error: failure?.error,
    refresh: () => load('list'),
    retry: () => load(failure?.task ?? 'list'),
    showMore: () => load('more'),
    change: (update) =>
      setShown((last) => {
        if (!last) return last
        const rows = update(last.rows)
        return { ...last, rows, total: last.total + rows.length - last.rows.length }
      }),
  }
}

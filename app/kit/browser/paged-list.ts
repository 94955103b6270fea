import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { unwrap } from './client.ts'

/** The number of rows that a list shows at first and adds each time. */
const STEP = 50
const LARGEST_PAGE = 100

/** One page of a list: its rows, the total of all pages, and the cursor of the next page. */
interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** There are more rows than `total`. */
  readonly isTotalCut: boolean
  readonly next: string | undefined
}

interface PageQuery {
  readonly q: string | undefined
  readonly limit: string
  readonly after: string | undefined
}

/** Requests one page. */
export type FetchPage<Row> = (query: PageQuery, signal: AbortSignal) => Promise<ListPage<Row>>

type ListResponse = { ok: boolean; headers: Headers; json(): Promise<unknown> }

/** The page in the response of a list call; throws like `unwrap`. */
export async function unwrapPage<Response extends ListResponse>(call: Promise<Response>) {
  const response = await call
  return {
    rows: await unwrap(Promise.resolve(response)),
    total: Number(response.headers.get('X-Total-Count')),
    isTotalCut: response.headers.has('X-Total-Count-Is'),
    next: cursorIn(response.headers.get('Link')),
  }
}

/** The cursor in `<…&after=…>; rel="next"`. */
function cursorIn(link: string | null): string | undefined {
  const [, path] = /^<([^>]+)>; rel="next"$/.exec(link ?? '') ?? []
  if (path === undefined) return undefined
  return new URL(path, 'http://shop').searchParams.get('after') ?? undefined
}

/** Requests pages until `wanted` rows after the cursor are loaded: a page has at most 100. */
export async function fetchRows<Row>(
  fetchPage: (page: Pick<PageQuery, 'limit' | 'after'>) => Promise<ListPage<Row>>,
  from: { after?: string | undefined; wanted: number },
): Promise<ListPage<Row> & { readonly rows: Row[] }> {
  const rows: Row[] = []
  let after = from.after
  while (true) {
    const limit = String(Math.min(from.wanted - rows.length, LARGEST_PAGE))
    const page = await fetchPage({ limit, after })
    rows.push(...page.rows)
    after = page.next
    if (after === undefined || rows.length >= from.wanted) return { ...page, rows }
  }
}

type Task = 'list' | 'more'

/** A list with a search that loads more pages on request. */
export interface PagedList<Row> {
  /** Undefined until the first response; a failure or another search keeps the last rows. */
  readonly shown: (ListPage<Row> & { readonly q: string; readonly filter: string }) | undefined
  /** The rows shown belong to an earlier search, or another filter. */
  readonly isStale: boolean
  readonly busy: Task | undefined
  /** What the last request threw; undefined after one succeeds. */
  readonly error: unknown
  /** Reloads the rows shown. */
  refresh(): Promise<void>
  /** Repeats the request that failed. */
  retry(): Promise<void>
  /** Adds a page, or so many rows. */
  showMore(rows?: number): Promise<void>
  /** Changes the rows shown, for example removes one; the total follows. */
  change(update: (rows: readonly Row[]) => readonly Row[]): void
}

/**
 * Loads a list, and reloads it when `q` changes, or `filter`: what else `fetchPage` asks for. A new request cancels the one
 * before.
 */
export function usePagedList<Row>(fetchPage: FetchPage<Row>, q: string, filter = ''): PagedList<Row> {
  const [shown, setShown] = useState<PagedList<Row>['shown']>()
  const [busy, setBusy] = useState<Task | undefined>('list')
  const [failure, setFailure] = useState<{ task: Task; error: unknown }>()
  const current = useRef(new AbortController())

  const isStale = shown !== undefined && (shown.q !== q || shown.filter !== filter)
  const load = async (task: Task, more = STEP) => {
    current.current.abort()
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    setBusy(task)
    const requestPage: Parameters<typeof fetchRows<Row>>[0] = (page) =>
      fetchPage({ q: q || undefined, ...page }, signal)
    try {
      if (task === 'more') {
        const page = await fetchRows(requestPage, { after: shown?.next, wanted: more })
        if (!signal.aborted)
          setShown((last) => ({ ...page, q, filter, rows: [...(last?.rows ?? []), ...page.rows] }))
      } else {
        const wanted = shown && !isStale ? Math.max(shown.rows.length, STEP) : STEP
        const page = await fetchRows(requestPage, { wanted })
        if (!signal.aborted) setShown({ ...page, q, filter })
      }
      if (!signal.aborted) setFailure(undefined)
    } catch (error) {
      if (!signal.aborted) setFailure({ task, error })
    }
    if (!signal.aborted) setBusy(undefined)
  }

  const reload = useEffectEvent(() => load('list'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search or filter needs another list.
  useEffect(() => {
    void reload()
    return () => current.current.abort()
  }, [q, filter])

  return {
    shown,
    isStale,
    busy,
    error: failure?.error,
    refresh: () => load('list'),
    retry: () => load(failure?.task ?? 'list'),
    showMore: (rows) => load('more', rows),
    change: (update) =>
      setShown((last) => {
        if (!last) return last
        const rows = update(last.rows)
        return { ...last, rows, total: last.total + rows.length - last.rows.length }
      }),
  }
}

import { ProblemError, readProblem } from '#kit/browser/client.ts'

/** How far the loading of a model is. */
export type LoadingState =
  | { readonly step: 'loading'; readonly received: number; readonly total?: number }
  /** The shop still makes it, and is asked again after so many seconds. */
  | { readonly step: 'making'; readonly seconds: number }

const MOST_ATTEMPTS = 4

/** Seconds, where the shop says none, and at most. */
const RETRY = { usual: 5, most: 30 }

const OFFLINE = 'The model could not be loaded. Check the connection and try again.'

/** Asks for a model once. */
export type LoadModel = (signal: AbortSignal) => Promise<Response>

/** Asks for the public model at a path. */
export const loadFrom =
  (path: string): LoadModel =>
  (signal) =>
    fetch(path, { signal, credentials: 'same-origin' })

/**
 * The bytes of a model. While the shop makes it, it is asked again, three times at most. Throws {@link ProblemError}:
 * `no_model` with the reason, `offline` without a connection; what `signal` aborts throws its reason.
 */
export async function fetchModel(
  load: LoadModel,
  signal: AbortSignal,
  onState: (state: LoadingState) => void = () => {},
): Promise<ArrayBuffer> {
  for (let attempt = 1; ; attempt++) {
    onState({ step: 'loading', received: 0 })
    const response = await reaching(signal, () => load(signal))
    if (response.ok) return reaching(signal, () => readBytes(response, onState))
    const problem = await readProblem(response)
    if (response.status !== 503 || attempt === MOST_ATTEMPTS) throw problem
    const seconds = secondsOf(response)
    onState({ step: 'making', seconds })
    await waitFor(seconds, signal)
  }
}

async function reaching<Result>(signal: AbortSignal, load: () => Promise<Result>): Promise<Result> {
  try {
    return await load()
  } catch (error) {
    if (signal.aborted) throw error
    throw new ProblemError(0, 'offline', OFFLINE)
  }
}

function secondsOf({ headers }: Response): number {
  const given = Number(headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(given) ? Math.min(RETRY.most, Math.max(0, given)) : RETRY.usual
}

async function readBytes(response: Response, onState: (state: LoadingState) => void): Promise<ArrayBuffer> {
  const total = totalOf(response)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    parts.push(read.value)
    received += read.value.length
    onState({ step: 'loading', received, ...(total !== undefined && received <= total && { total }) })
  }
  return new Blob(parts).arrayBuffer()
}

/** The length of a compressed answer is not that of the file. */
function totalOf({ headers }: Response): number | undefined {
  const length = Number(headers.get('Content-Length'))
  return headers.has('Content-Encoding') || !(length > 0) ? undefined : length
}

function waitFor(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, seconds * 1000)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
  })
}

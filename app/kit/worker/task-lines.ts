interface WaitingTask {
  /** How many were added before it, to any line. */
  readonly place: number
  run(): Promise<void>
}

/** After so many tasks before which an older one of another line waits, that one is next: no line waits for ever. */
const PASSED_OVER = 2

/** A line in which tasks wait, with places of its own. */
interface TaskLine {
  /** The running task has its place until it ends. */
  free: number
  readonly waiting: WaitingTask[]
}

/** Adds a task to a line; undefined if that has no free place. */
type AddTask<Line extends string> = <Result>(
  line: Line,
  run: () => Promise<Result>,
) => Promise<Result> | undefined

/**
 * Runs one task at a time: those of an earlier line first, but every third is the oldest of all; within a line the oldest.
 * `places` has the lines in sequence, with how many tasks each takes.
 */
export function createTaskLines<Line extends string>(places: Readonly<Record<Line, number>>): AddTask<Line> {
  const lines = new Map<string, TaskLine>(
    Object.entries<number>(places).map(([name, free]) => [name, { free, waiting: [] }]),
  )
  let added = 0
  let passedOver = 0
  const takeNext = (): WaitingTask | undefined => {
    const queues = [...lines.values()].flatMap(({ waiting }) => (waiting.length > 0 ? [waiting] : []))
    const placeOf = ([next]: readonly WaitingTask[]) => next?.place ?? 0
    const [oldest] = queues.toSorted((one, other) => placeOf(one) - placeOf(other))
    const chosen = passedOver < PASSED_OVER ? queues[0] : oldest
    passedOver = chosen === oldest ? 0 : passedOver + 1
    return chosen?.shift()
  }
  let isRunning = false
  const runAll = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    for (let next = takeNext(); next; next = takeNext()) await next.run()
    isRunning = false
  }
  return (name, run) => {
    const line = lines.get(name)
    if (!line || line.free === 0) return undefined
    line.free -= 1
    return new Promise((resolve, reject) => {
      line.waiting.push({
        place: added++,
        run: () =>
          run()
            .finally(() => (line.free += 1))
            .then(resolve, reject),
      })
      void runAll()
    })
  }
}

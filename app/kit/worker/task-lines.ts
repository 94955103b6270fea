/** A line in which tasks wait, with places of its own. */
interface TaskLine {
  /** The running task has its place until it ends. */
  free: number
  readonly waiting: (() => Promise<void>)[]
}

/** Adds a task to a line; undefined if that has no free place. */
type AddTask<Line extends string> = <Result>(
  line: Line,
  run: () => Promise<Result>,
) => Promise<Result> | undefined

/**
 * Runs one task at a time: those of an earlier line first, within a line the oldest. `places` has the lines in sequence,
 * with how many tasks each takes.
 */
export function createTaskLines<Line extends string>(places: Readonly<Record<Line, number>>): AddTask<Line> {
  const lines = new Map<string, TaskLine>(
    Object.entries<number>(places).map(([name, free]) => [name, { free, waiting: [] }]),
  )
  const takeNext = () => [...lines.values()].find(({ waiting }) => waiting.length > 0)?.waiting.shift()
  let isRunning = false
  const runAll = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    for (let next = takeNext(); next; next = takeNext()) await next()
    isRunning = false
  }
  return (name, run) => {
    const line = lines.get(name)
    if (!line || line.free === 0) return undefined
    line.free -= 1
    return new Promise((resolve, reject) => {
      line.waiting.push(() =>
        run()
          .finally(() => (line.free += 1))
          .then(resolve, reject),
      )
      void runAll()
    })
  }
}

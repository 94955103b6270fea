/** Runs the tasks of one key one after another; those of different keys in parallel. */
export type KeyedQueue = <T>(key: string, task: () => Promise<T>) => Promise<T>

export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const current = (last.get(key) ?? Promise.resolve()).then(task, task)
    last.set(key, current)
    try {
      return await current
    } finally {
      if (last.get(key) === current) last.delete(key)
    }
  }
}

import { parentPort } from 'node:worker_threads'

/** Runs the tasks of a `TaskWorker`, in its thread. */
export function serveTasks<Task>(run: (task: Task) => Promise<Uint8Array<ArrayBuffer>>): void {
  parentPort?.on('message', async (task: Task) => {
    try {
      parentPort?.postMessage({ result: await run(task) })
    } catch (error) {
      parentPort?.postMessage({ error })
    }
  })
}

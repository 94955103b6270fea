import { type AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { listText } from '#kit/text/list-text.ts'
import { createTaskWorker, TaskEndedError } from '#kit/worker/task-worker.ts'
import type { SheetResult, SheetTask } from './sheet-as-csv.ts'

/** A sheet of a workbook, or the names of those among which one has to be chosen. */
export type OpenedSheet = Exclude<SheetResult, { readonly problem: string }>

/** Reads Excel workbooks in another process: a large one takes seconds of a processor. */
export interface Workbooks {
  /** Refuses (422) what is no workbook, is too large, has no cells or no such sheet. */
  open(task: SheetTask): Promise<OpenedSheet>
  close(): Promise<void>
}

/** Workbooks that are read or wait at once in one process. */
const PLACES = { workbooks: 2 }

const PROBLEMS = {
  broken: 'This file cannot be read as an Excel workbook. Save it as .xlsx or as CSV.',
  large:
    'The workbook is too large: at most 100 MB unpacked, 1,000,000 rows and 1,000 columns. Save the sheet as CSV.',
  empty: 'The workbook has no cells.',
} as const

export function createWorkbooks(shop: Pick<Shop, 'log'>): Workbooks {
  const worker = createTaskWorker<keyof typeof PLACES, SheetTask, SheetResult>({
    file: 'app/features/catalog-import/worker.ts',
    places: PLACES,
    timeoutMs: 60_000,
    idleMs: 20_000,
    maximumBytes: 300_000_000,
  })
  return {
    open: async (task) => {
      const read = await worker.run('workbooks', task).catch((error: unknown): SheetResult => {
        if (!(error instanceof TaskEndedError)) throw error
        shop.log.warn({ err: error }, 'an uploaded workbook could not be read')
        return { problem: 'large' }
      })
      if ('problem' in read) throw invalidField('file', PROBLEMS[read.problem])
      if ('choose' in read && task.sheet !== undefined)
        throw invalidField('sheet', `The workbook has no sheet of this name: ${namesOf(read.choose)}.`)
      return read
    },
    close: worker.close,
  }
}

const MOST_NAMED = 10
const LONGEST_NAME = 31

const namesOf = (sheets: readonly string[]): string =>
  listText(sheets.slice(0, MOST_NAMED).map((name) => `“${name.slice(0, LONGEST_NAME)}”`))

/** The refusal (422) of a workbook of which no sheet was chosen. */
export const chooseSheet = (sheets: readonly string[]): AppError =>
  invalidField('sheet', `The workbook has several sheets: say which one, ${namesOf(sheets)}.`)

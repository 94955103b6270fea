import { serveTasks } from '#kit/worker/serve-tasks.ts'
import { type SheetTask, sheetAsCsv } from './workbooks/sheet-as-csv.ts'

serveTasks(async (task: SheetTask) => sheetAsCsv(task))

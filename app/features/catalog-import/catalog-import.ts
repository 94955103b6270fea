import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { createResumeImports } from './applying/resume-imports.ts'
import { forgetColumns } from './columns/remembered.ts'
import { deleteOldImports } from './records/delete-old-imports.ts'

/** The public file of the import and export of products. */
export { finishImports } from './applying/resume-imports.ts'
export { findImportNames } from './records/imports.ts'
export { createWorkbooks, type Workbooks } from './workbooks/workbooks.ts'

const RESUME_EVERY_MS = 2000

async function deleteOld(shop: Shop): Promise<void> {
  await deleteOldImports(shop)
  await forgetColumns(shop)
}

export function importJobs(shop: Shop): readonly Job[] {
  const resumeImports = createResumeImports(shop)
  return [
    {
      name: 'resume imports',
      everyMs: RESUME_EVERY_MS,
      run: async () => {
        await resumeImports()
      },
    },
    { name: 'delete old imports', everyMs: 10 * MINUTE_MS, run: () => deleteOld(shop) },
  ]
}

import type { Fault } from '../fault.ts'

const IMPORTS_TEST = 'app/features/catalog-import/imports.test.ts'
const RUN_TEST = 'app/features/catalog-import/run-import.test.ts'
const RESUME_TEST = 'app/features/catalog-import/resume-imports.test.ts'
const CSV_TEST = 'app/kit/csv/csv.test.ts'

/** Files of products: reading, comparing, applying, undoing. */
export const imports: readonly Fault[] = [
  {
    what: 'An import overwrites what another admin has changed since.',
    file: 'app/features/catalog-import/outdated.ts',
    find: 'product.isForSale && product.revision === expected',
    replace: 'product.isForSale',
    tests: [IMPORTS_TEST],
  },
  {
    what: 'An import sets the stock instead of changing it by the difference.',
    file: 'app/features/catalog/product-batches.ts',
    find: 'const wanted = quantity + Number(to) - Number(from)',
    replace: 'const wanted = Number(to)',
    tests: [IMPORTS_TEST],
  },
  {
    what: 'The catalogue stays locked after an import.',
    file: 'app/features/catalog/catalog-lock.ts',
    find: 'set({ locked_by: null })',
    replace: 'set({ locked_by: holder })',
    tests: [IMPORTS_TEST, RUN_TEST],
  },
  {
    what: 'Admins change products while an import is applied.',
    file: 'app/features/catalog/catalog-lock.ts',
    find: 'if (locked_by !== null) throw catalogLocked()',
    replace: '',
    tests: [RUN_TEST],
  },
  {
    what: 'A process takes over the import of a machine whose clock is slow.',
    file: 'app/features/catalog-import/resume-imports.ts',
    find: 'before.worked_at === now.worked_at',
    replace: 'true',
    tests: [RESUME_TEST],
  },
  {
    what: 'An import at which another process works is written all the same.',
    file: 'app/features/catalog-import/worker.ts',
    find: ".where('worker', '=', worker)\n    .returningAll()",
    replace: '.returningAll()',
    tests: [RESUME_TEST],
  },
  {
    what: 'An import that was applied again after its undoing failed cannot be undone.',
    file: 'app/features/catalog-import/write-rows.ts',
    find: 'revision + 2',
    replace: 'revision + 0',
    tests: [RESUME_TEST],
  },
  {
    what: 'A cell that begins with an equals sign is a formula in the export.',
    file: 'app/kit/csv/csv-line.ts',
    find: '[=+\\\\-@',
    replace: '[+\\\\-@',
    tests: [CSV_TEST],
  },
]

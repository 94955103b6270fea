import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { type ChosenColumn, chosenColumns, FIXED_COLUMNS, USUAL_COLUMNS } from '#features/orders/states.ts'
import { problemText } from '#kit/browser/client.ts'
import { useColumns } from '#kit/ui/admin/columns-menu.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { saveColumns } from './client.ts'

export const columnChoices = chosenColumns.filter((column) => !FIXED_COLUMNS.includes(column))

/** The columns of Manage Orders that are shown, and how to show others. */
export const useOrderColumns = (loaded: readonly ChosenColumn[] | undefined) =>
  useColumns({
    loaded,
    usual: USUAL_COLUMNS,
    save: (columns) => saveColumns({ columns }),
    onFailure: (error) => {
      if (!signOutIfForbidden(error)) notify.error(`The columns are not kept. ${problemText(error)}`)
    },
  })

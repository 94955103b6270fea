import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { queryOf, writeSelection } from '../admin/list/order-selection.ts'
import type { ViewFilter } from '../admin/views/schema.ts'

/** Saves all orders that match the filter as a CSV file, not only those shown. */
export const ExportOrders = ({ filter }: { filter: ViewFilter }) => (
  <ExportButton
    path={() => `/api/orders.csv${writeSelection(queryOf(filter, Date.now()))}`}
    onFailure={signOutIfForbidden}
  >
    Export
  </ExportButton>
)

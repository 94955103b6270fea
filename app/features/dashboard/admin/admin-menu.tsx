import { UndoToasts } from '#kit/ui/admin/undo-toast.tsx'
import type { AdminMenu } from '../frame/sidebar.tsx'
import { ADMIN_ENTRIES } from './admin-entries.tsx'
import { PaletteButton } from './palette-button.tsx'

/** Imported only for admins, so that customers do not load it. */
export const adminMenu: AdminMenu = {
  entries: ADMIN_ENTRIES,
  tools: (
    <>
      <PaletteButton />
      <UndoToasts />
    </>
  ),
}

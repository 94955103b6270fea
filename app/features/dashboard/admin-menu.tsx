import { UndoToasts } from '#kit/ui/undo-toast.tsx'
import { ADMIN_ENTRIES } from './admin-entries.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import type { AdminMenu } from './sidebar.tsx'

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

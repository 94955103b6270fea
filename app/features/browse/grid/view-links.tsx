import type { To } from 'react-router'
import { ChoiceLinks } from '#kit/ui/list/choice-links.tsx'
import type { ShownView } from './load-grid.ts'

type ViewLinksProps = { shownAs: ShownView; to: (view: 'grid' | 'table') => To }

/** Leads to the parts as a grid by size or as a table, where there is a choice; else why there is none. */
export function ViewLinks({ shownAs: { grid, isOffered, note }, to }: ViewLinksProps) {
  if (!isOffered) return note && <p className="basis-full text-muted text-sm">{note}</p>
  const choices = [
    { label: 'Grid', to: to('grid'), isChosen: grid !== undefined },
    { label: 'Table', to: to('table'), isChosen: !grid },
  ]
  return <ChoiceLinks label="View" choices={choices} replace={false} />
}

import { ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from './empty-state.tsx'

type NoMatchProps = {
  /** What is listed: "invoice", "invoices". */
  one: string
  many: string
  /** In what the search looks for words, as it ends the sentence. */
  searched: string
}

/** A search of a list that finds nothing, with the way back to the whole list. */
export const NoMatch = ({ one, many, searched }: NoMatchProps) => (
  <EmptyState
    title={`No ${one} matches`}
    action={
      <ButtonLink to={{ search: '' }} variant="secondary">
        {`Show all ${many}`}
      </ButtonLink>
    }
  >
    {`The search looks for every word in ${searched}.`}
  </EmptyState>
)

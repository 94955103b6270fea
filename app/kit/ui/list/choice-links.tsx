import { Link, type To } from 'react-router'

type ChoiceLinksProps = {
  /** What the links choose among. */
  label: string
  choices: readonly { readonly label: string; readonly to: To; readonly isChosen: boolean }[]
  /** Whether Back leads to the page before the list, instead of the part that was shown before. */
  replace?: boolean
}

/** Links to the parts of a list, of which one is shown. */
export function ChoiceLinks({ label, choices, replace = true }: ChoiceLinksProps) {
  return (
    <nav
      aria-label={label}
      className="flex w-fit max-w-full rounded border border-edge p-px text-sm max-sm:overflow-x-auto sm:flex-wrap"
    >
      {choices.map((choice) => (
        <Link
          key={choice.label}
          to={choice.to}
          replace={replace}
          preventScrollReset
          aria-current={choice.isChosen ? 'true' : undefined}
          className="grid min-h-10 shrink-0 place-items-center rounded px-3 text-muted no-underline hover:text-ink aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-link pointer-coarse:min-h-11"
        >
          {choice.label}
        </Link>
      ))}
    </nav>
  )
}

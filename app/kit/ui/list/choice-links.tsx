import { Link, type To } from 'react-router'
import { classNames } from '#kit/ui/mark/class-names.ts'

type ChoiceLinksProps = {
  /** What the links choose among. */
  label: string
  choices: readonly { readonly label: string; readonly to: To; readonly isChosen: boolean }[]
  /** Whether Back leads to the page before the list, instead of the part that was shown before. */
  replace?: boolean
  /** Many choices that are to have one line where the page is wide. */
  isDense?: boolean
}

/** Links to the parts of a list, of which one is shown. */
export function ChoiceLinks({ label, choices, replace = true, isDense }: ChoiceLinksProps) {
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
          className={classNames(
            'grid shrink-0 place-items-center rounded text-muted no-underline hover:text-ink aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-link pointer-coarse:min-h-11',
            isDense ? 'min-h-10 px-3 md:min-h-8 md:px-1.5 md:text-xs 2xl:px-3 2xl:text-sm' : 'min-h-10 px-3',
          )}
        >
          {choice.label}
        </Link>
      ))}
    </nav>
  )
}

import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/** A form of several parts, of which the page shows the one that its address names. */
interface PartedForm<Part extends string> {
  /** The first one needs no name in the address. */
  readonly parts: readonly [Part, ...Part[]]
  /** The search parameter. */
  readonly parameter: string
  /** The part of a refused field. */
  readonly partOf: (field: string) => string | undefined
}

/** What a page with such a form exports as `shouldRevalidate`: another part of the same form needs no call. */
export const isMoreThanAnotherPart = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search

/** The part that the address names. After a refusal of fields of other parts, the first of these. */
export function useShownPart<Part extends string>(
  { parts, parameter, partOf }: PartedForm<Part>,
  { refused, failure }: { refused: Readonly<Record<string, string>>; failure: unknown },
) {
  const [params, setParams] = useSearchParams()
  const searchOf = (part: Part): string => (part === parts[0] ? '' : `?${parameter}=${part}`)
  const part = parts.find((each) => each === params.get(parameter)) ?? parts[0]
  const wrongFields = (of: Part): number =>
    Object.keys(refused).filter((field) => partOf(field) === of).length
  const wrongPart = wrongFields(part) > 0 ? undefined : parts.find((each) => wrongFields(each) > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a refusal leads to another part, not a look at it.
  useEffect(() => {
    if (failure !== null && wrongPart) setParams(searchOf(wrongPart), { preventScrollReset: true })
  }, [failure])
  /** A link to each part, with how many fields of it have to be corrected. */
  const choicesOf = (labels: Readonly<Record<Part, string>>) =>
    parts.map((each) => ({
      label: labels[each] + (wrongFields(each) > 0 ? ` · ${wrongFields(each)} to correct` : ''),
      to: { search: searchOf(each) },
      isChosen: each === part,
    }))
  return { part, isWrong: wrongFields(part) > 0, choicesOf }
}

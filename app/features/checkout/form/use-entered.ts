import { useEffect, useEffectEvent, useState } from 'react'
import type { Destination } from '#features/delivery/schema.ts'
import { fieldErrors } from '#kit/browser/client.ts'

/** What is asked for only when its field was left: half of it would be refused. Named as the quote names it. */
interface EnteredTexts {
  readonly vatId: string
  readonly 'deliverTo/postcode': string
}

type EnteredName = keyof EnteredTexts

const NAMES: readonly EnteredName[] = ['vatId', 'deliverTo/postcode']

interface Refused {
  readonly text: string
  readonly place: string
  readonly detail: string
}

/**
 * The texts as they were when their fields were left, and what the shop said against them at this place: the country and the
 * region that are chosen.
 */
export function useEnteredFields(vatId: string, to: Partial<Destination> = {}) {
  const present: EnteredTexts = { vatId: vatId.trim(), 'deliverTo/postcode': to.postcode ?? '' }
  const place = `${to.country} ${to.region}`
  const [entered, setEntered] = useState(present)
  const [refused, setRefused] = useState<Partial<Record<EnteredName, Refused>>>({})
  const isRefused = (name: EnteredName): boolean =>
    refused[name]?.text === present[name] && refused[name]?.place === place
  return {
    enter: () => setEntered(present),
    /** The text to ask for; empty while it is typed, and when the shop refused it. One that was filled in is whole. */
    askedFor: (name: EnteredName, isTyped = true): string =>
      (entered[name] === present[name] || !isTyped) && !isRefused(name) ? present[name] : '',
    isRefused,
    /** The errors of what was refused, until it is edited. */
    errors: Object.fromEntries(
      NAMES.filter(isRefused).map((name) => [name, refused[name]?.detail ?? '']),
    ) as Record<string, string>,
    refuse: (name: EnteredName, detail: string) =>
      setRefused((before) => ({ ...before, [name]: { text: present[name], place, detail } })),
  }
}

/** Keeps what a quote was refused for, so that the next one is asked without it. */
export function useQuoteRefusals(error: unknown, { refuse }: ReturnType<typeof useEnteredFields>): void {
  const keep = useEffectEvent((thrown: unknown) => {
    const errors = fieldErrors(thrown)
    for (const name of NAMES) if (errors[name] !== undefined) refuse(name, errors[name])
  })
  useEffect(() => keep(error), [error])
}

/** What staff may do; admins have all of them. */
export const RIGHTS = ['orders', 'products', 'money', 'people', 'settings'] as const

export type Right = (typeof RIGHTS)[number]

/** What a call of the staff wants: a right, one of several, or to be an admin, whatever the rights. */
export type Wanted = Right | readonly Right[] | 'admin'

/** Who of the staff may read the orders of all customers, and the customers. */
export const MAY_READ_ORDERS = ['orders', 'money'] as const satisfies Wanted

/** The role of an account, and the rights of who is of the staff without being an admin. */
export interface Standing {
  readonly role?: 'admin' | undefined
  readonly rights?: readonly Right[] | undefined
  /** `REQUIRE_SECOND_FACTOR` wants a second factor, and there is none: rights are as if they were not there. */
  readonly lacksFactor?: boolean | undefined
}

/** What somebody may do: none are a customer's. */
export const rightsOf = ({ role, rights }: Standing): readonly Right[] =>
  role === 'admin' ? RIGHTS : (rights ?? [])

/** Whether somebody may do what wants this right, or one of these. */
export const hasRight = (person: Standing, wanted: Wanted): boolean =>
  !person.lacksFactor && holdsRight(person, wanted)

/** The same without a second factor. */
export const holdsRight = (person: Standing, wanted: Wanted): boolean =>
  wanted === 'admin'
    ? person.role === 'admin'
    : [wanted].flat().some((right) => rightsOf(person).includes(right))

/** The right that a refusal names: of several the first. */
export const namedRight = (wanted: Wanted): Right | 'admin' =>
  typeof wanted === 'string' ? wanted : (wanted[0] ?? 'admin')

/** The rights as they are stored, in the sequence of {@link RIGHTS}; none is stored as nothing. */
export const writeRights = (rights: readonly Right[]): string | null =>
  RIGHTS.filter((right) => rights.includes(right)).join(' ') || null

export const readRights = (stored: string | null): Right[] => {
  const names = stored?.split(' ') ?? []
  return RIGHTS.filter((right) => names.includes(right))
}

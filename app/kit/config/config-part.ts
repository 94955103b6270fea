import { z } from 'zod'

/** The environment variables. */
export type Given = Readonly<Record<string, string | undefined>>

/** The settings that other variables depend on. */
export interface Mode {
  readonly production: boolean
  /** Whether a sandbox replaces a provider that is not configured. */
  readonly sandboxAllowed: boolean
}

/** A part of the configuration: its variables and how to read them. */
export interface ConfigPart<Part extends object = object> {
  /** The names of its variables. */
  readonly names: readonly string[]
  /** Reads the part; `problems` has a sentence for each error, and is empty when `part` is returned. */
  read(given: Given, mode: Mode): { readonly problems: readonly string[]; readonly part?: Part }
}

interface PartRules<Shape extends z.ZodRawShape, Part extends object> {
  /** The rule of each variable. */
  readonly variables: Shape
  /** Errors of variables that do not fit together. Checked on the raw values, so that they are reported with the others. */
  readonly problemsBetween?: (given: Given) => readonly string[]
  readonly shape: (values: z.output<z.ZodObject<Shape>>, mode: Mode) => Part
}

/** Declares a part of the configuration. */
export function configPart<Shape extends z.ZodRawShape, Part extends object>({
  variables,
  problemsBetween = () => [],
  shape,
}: PartRules<Shape, Part>): ConfigPart<Part> {
  const schema = z.object(variables)
  return {
    names: Object.keys(variables),
    read: (given, mode) => {
      const parsed = schema.safeParse(given)
      const problems = [...(parsed.error?.issues.map(describe) ?? []), ...problemsBetween(given)]
      return parsed.success && problems.length === 0
        ? { problems, part: shape(parsed.data, mode) }
        : { problems }
    },
  }
}

const WHOLE = /^\d+$/

/** The rule of a variable that is a whole number. */
export function wholeNumber(name: string, minimum: number, maximum: number) {
  return z
    .string()
    .refine(
      (text) => WHOLE.test(text) && Number(text) >= minimum && Number(text) <= maximum,
      `${name} has to be a whole number from ${minimum} to ${maximum}`,
    )
    .transform(Number)
}

/** The error when only some of these variables are set. */
export function incompleteGroupProblems(given: Given, names: readonly string[]): string[] {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return [`${names.join(', ')} belong together: ${missing.join(', ')} is missing`]
}

/** The error when that variable is missing in production, where sandboxes need `SANDBOX=on`. */
export function productionProblems(given: Given, name: string): string[] {
  if (given.NODE_ENV !== 'production' || given.SANDBOX === 'on' || given[name]) return []
  return [`${name} is needed in production (or set SANDBOX=on for a shop with sandboxes)`]
}

/** Whether the address is one of this machine. Not an address at all: false. */
export const isLoopback = (url: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '')

function describe(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0] ?? '')
  return issue.message.includes(name) ? issue.message : `${name}: ${issue.message}`
}

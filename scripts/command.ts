import { parseArgs } from 'node:util'
import { print, tableOf } from './print.ts'

/** The default of an option, which tells what it takes: a flag (false), a number, a text, or several texts. */
type Default = boolean | number | string | readonly string[]

type ValueOf<Usual extends Default> = Usual extends boolean
  ? boolean
  : Usual extends number
    ? number
    : Usual extends string
      ? string
      : readonly string[]

type Option = readonly [usual: Default, does: string, oneOf?: readonly string[]]

type Options = Readonly<Record<string, Option>>

interface Command<Named extends Options, Part extends string> {
  /** As in `npm run NAME`. */
  readonly name: string
  /** What it does, as a sentence. */
  readonly does: string
  readonly options?: Named
  /** The parts that its arguments choose. */
  readonly parts?: readonly Part[]
  /** What its arguments are, if they name no parts. */
  readonly words?: string
}

interface Arguments<Named extends Options, Part extends string> {
  readonly values: { readonly [Name in keyof Named]: ValueOf<Named[Name][0]> }
  /** The parts to run, in their own sequence: all of them unless some are named. */
  readonly parts: readonly Part[]
  readonly words: readonly string[]
}

/**
 * Reads the arguments of a command. `--help` prints how it is used and ends the process; a wrong argument ends it with the
 * exit code 1.
 */
export function readArguments<const Named extends Options, const Part extends string = never>(
  command: Command<Named, Part>,
): Arguments<Named, Part> {
  try {
    return read(command)
  } catch (error) {
    console.error(`${(error as Error).message}\nnpm run ${command.name} -- --help prints what it takes.`)
    process.exit(1)
  }
}

function read<Named extends Options, Part extends string>(
  command: Command<Named, Part>,
): Arguments<Named, Part> {
  const options = Object.entries<Option>(command.options ?? {})
  const parts: readonly Part[] = command.parts ?? []
  const types = Object.fromEntries(options.map(([name, [usual]]) => [name, typeOf(usual)]))
  const { values, positionals: words } = parseArgs({
    allowPositionals: command.parts !== undefined || command.words !== undefined,
    options: { help: typeOf(false), ...types },
  })
  if (values.help) {
    print(usageOf(command))
    process.exit(0)
  }
  const named: readonly string[] = words
  const unknown = named.filter((name) => !parts.some((part) => part === name))
  if (command.parts && unknown.length > 0)
    throw new Error(`There is no part ${unknown.join(', ')}: name some of ${parts.join(', ')}.`)
  const given: Readonly<Record<string, unknown>> = values
  const entries = options.map(([name, option]) => [name, readValue(name, option, given[name])])
  return {
    values: Object.fromEntries(entries),
    parts: parts.filter((part) => named.length === 0 || named.includes(part)),
    words,
  }
}

const typeOf = (usual: Default) => ({
  type: typeof usual === 'boolean' ? ('boolean' as const) : ('string' as const),
  multiple: Array.isArray(usual),
})

function readValue(name: string, [usual, , oneOf]: Option, given: unknown): unknown {
  if (given === undefined) return usual
  if (oneOf && !oneOf.some((value) => value === given))
    throw new Error(`--${name} takes one of ${oneOf.join(', ')}, not ${given}.`)
  if (typeof usual !== 'number') return given
  if (!(Number(given) >= 0)) throw new Error(`--${name} takes a number, not ${given}.`)
  return Number(given)
}

function usageOf({ name, does, options = {}, parts, words }: Command<Options, string>): string {
  const lines = [
    ...(parts ? [['PART …', `all of these unless some are named: ${parts.join(', ')}`]] : []),
    ...(words ? [['WORD …', words]] : []),
    ...Object.entries<Option>(options).map(([option, [usual, what, oneOf]]) => {
      const value = typeof usual === 'boolean' ? '' : ` ${[usual].flat().join(' ') || 'WORD'}`
      return [`--${option}${value}`, oneOf ? `${what}: ${oneOf.join(', ')}` : what]
    }),
  ]
  const call = `npm run ${name} -- ${lines.map(([first]) => `[${first}]`).join(' ')}`
  return `${call}\n\n${does}\n\n${tableOf(lines)}`
}

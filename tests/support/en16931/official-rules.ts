import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { XmlFormat } from '#features/invoices/invoices.ts'
import { installPackage } from '../../../scripts/programs/install.ts'

/** Names a folder with the official rules and schemas; see the README. */
export const RULES_FOLDER = process.env.EN16931_RULES

/** What the official rules say of a document: how many were checked, and what does not hold. */
export interface Report {
  readonly fired: number
  readonly failed: readonly string[]
}

/** A compiled set of rules, and which of its rules count: of Peppol's those that XRechnung has. */
interface RuleSet {
  readonly file: string
  readonly counts?: RegExp
}

const RULE_SETS: Readonly<Record<XmlFormat, readonly RuleSet[]>> = {
  cii: [{ file: 'EN16931-CII-validation.sef.json' }],
  ubl: [{ file: 'EN16931-UBL-validation.sef.json' }],
  xrechnung: [
    { file: 'EN16931-UBL-validation.sef.json' },
    { file: 'XRechnung-UBL-validation.sef.json' },
    {
      file: 'PEPPOL-EN16931-UBL.sef.json',
      counts: /-R(00[158]|0[12]0|04[0-4]|046|05[345]|061|101|11[01]|12[01]|130)$/,
    },
  ],
}

/** The part of Saxon that runs a compiled style sheet. */
interface Saxon {
  transform(options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' }): {
    principalResult: string
  }
}

/** A check of documents by the rules and schemas in a folder. Loading the rules takes a second. */
export function createOfficialCheck(folder: string): (xml: string, format: XmlFormat) => Report {
  const home = installPackage('saxon-js')
  const saxon: Saxon = createRequire(join(home, 'package.json'))('saxon-js')
  const loaded = new Map<string, unknown>()
  const load = (file: string): unknown => {
    const rules = loaded.get(file) ?? JSON.parse(readFileSync(findFile(folder, file), 'utf8'))
    loaded.set(file, rules)
    return rules
  }
  return (xml, format) => {
    const reports = RULE_SETS[format].map(({ file, counts }) => {
      const options = { stylesheetInternal: load(file), sourceText: xml, destination: 'serialized' } as const
      return readReport(saxon.transform(options).principalResult, counts)
    })
    return {
      fired: reports.reduce((sum, { fired }) => sum + fired, 0),
      failed: [...schemaProblems(folder, xml), ...reports.flatMap(({ failed }) => failed)],
    }
  }
}

function findFile(folder: string, name: string): string {
  const [path] = globSync(`**/${name}`, { cwd: folder })
  if (path === undefined) throw new Error(`There is no ${name} in ${folder}.`)
  return join(folder, path)
}

/** Reads a report in the Schematron Validation Report Language. */
function readReport(svrl: string, counts = /./): Report {
  const failed = [...svrl.matchAll(/<svrl:(?:failed-assert|successful-report)\b[^>]*?\bid="([^"]+)"/g)]
  return {
    fired: svrl.match(/<svrl:fired-rule\b/g)?.length ?? 0,
    failed: failed.flatMap(([, id = '']) => (counts.test(id) ? [id] : [])),
  }
}

const SCHEMAS: readonly (readonly [root: RegExp, file: string])[] = [
  [/<rsm:CrossIndustryInvoice /, 'CrossIndustryInvoice_100pD16B.xsd'],
  [/<CreditNote /, 'UBL-CreditNote-2.1.xsd'],
  [/<Invoice /, 'UBL-Invoice-2.1.xsd'],
]

/** What xmllint says of a document that its schema does not allow. */
function schemaProblems(folder: string, xml: string): string[] {
  const file = SCHEMAS.find(([root]) => root.test(xml))?.[1] ?? ''
  const given = ['--noout', '--nonet', '--schema', findFile(folder, file), '-']
  try {
    execFileSync('xmllint', given, { input: xml, stdio: ['pipe', 'pipe', 'pipe'] })
    return []
  } catch (error) {
    return [`schema: ${(error as { stderr?: Buffer }).stderr ?? error}`]
  }
}

import { settingsOf } from '../../tests/support/operator.ts'
import { runProjectScript } from '../../tests/support/run-script.ts'
import type { Storage } from '../../tests/support/running-shop.ts'

/** Runs a command of the operator on the copy, with no other setting than where its data is; throws what it says when it fails. */
export async function runCommand(name: 'restore', storage: Storage, ...args: string[]): Promise<void> {
  const { code, errors } = await runProjectScript(`scripts/${name}.ts`, args, settingsOf(storage))
  if (code !== 0) throw new Error(errors.trim() || `${name} ended with ${code}`)
}

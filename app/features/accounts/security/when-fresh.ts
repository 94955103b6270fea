import { ProblemError } from '#kit/browser/client.ts'
import { accountRefusals } from '../refusals.ts'

/** Asks the user to sign in again in a dialog; resolves to whether that was done. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined

/** The question that is open: calls at once share it. */
let asked: Promise<boolean> | undefined

/** The dialog of the page that is shown. */
export function askBy(dialog: Ask | undefined): void {
  ask = dialog
  asked = undefined
}

function askOnce(): Promise<boolean> | undefined {
  asked ??= ask?.().finally(() => {
    asked = undefined
  })
  return asked
}

/**
 * Makes a call that wants a fresh sign-in. If that of the user is older, a dialog asks to sign in again in place, and the call is
 * made again; rejects as the call does when the user closes the dialog.
 */
export async function whenFresh<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const isOld = error instanceof ProblemError && error.code === accountRefusals.signInAgain.code
    if (!isOld || !(await askOnce())) throw error
    return call()
  }
}

import { createHash } from 'node:crypto'
import type { Adapter } from 'oidc-provider'

/** A person as entered in the sandbox's form. */
export interface SandboxPerson {
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
}

const LIFETIME_S = 3600

/** The people of the sandbox, stored for an hour. */
export interface SandboxPeople {
  /** Stores a person; resolves to the person's `sub`. */
  save(person: SandboxPerson): Promise<string>
  find(subject: string): Promise<SandboxPerson | undefined>
}

export function createSandboxPeople(rows: Adapter): SandboxPeople {
  return {
    save: async (person) => {
      const subject = subjectOf(person)
      await rows.upsert(subject, { person }, LIFETIME_S)
      return subject
    },
    find: async (subject) => (await rows.find(subject))?.person as SandboxPerson | undefined,
  }
}

/** An address always has the same `sub`. A verified and an unverified address differ, as with Google. */
function subjectOf({ email, emailVerified }: SandboxPerson): string {
  const digest = createHash('sha256').update(`${email} ${emailVerified}`).digest()
  return (digest.readBigUInt64BE() % 10n ** 19n).toString().padStart(21, '100')
}

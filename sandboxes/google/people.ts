import { createHash } from 'node:crypto'
import type { Adapter } from 'oidc-provider'

/** Somebody as the sandbox's page named them. */
export interface SandboxPerson {
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
}

const KEPT_S = 3600

/** Whom the sandbox knows for the length of a sign-in. */
export interface SandboxPeople {
  /** Remembers somebody; resolves to the lasting name that the provider gives them. */
  remember(person: SandboxPerson): Promise<string>
  find(subject: string): Promise<SandboxPerson | undefined>
}

export function createSandboxPeople(rows: Adapter): SandboxPeople {
  return {
    remember: async (person) => {
      const subject = subjectOf(person)
      await rows.upsert(subject, { person }, KEPT_S)
      return subject
    },
    find: async (subject) => (await rows.find(subject))?.person as SandboxPerson | undefined,
  }
}

/**
 * The same address is the same account each time. Who only claims an address is another than its holder, as with
 * the real provider.
 */
function subjectOf({ email, emailVerified }: SandboxPerson): string {
  const digest = createHash('sha256').update(`${email} ${emailVerified}`).digest()
  return (digest.readBigUInt64BE() % 10n ** 19n).toString().padStart(21, '100')
}

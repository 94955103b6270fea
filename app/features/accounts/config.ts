import { z } from 'zod'
import { PASSWORD_LENGTH } from '#features/passwords/limits.ts'
import { guessedPassword } from '#features/passwords/passwords.ts'
import { configPart, type Given, incompleteGroupProblems } from '#kit/config/config-part.ts'

declare module '#kit/config/config.ts' {
  interface Config {
    /** The first admin of an empty shop. */
    readonly admin: { readonly email: string; readonly password: string } | undefined
    readonly google: { readonly clientId: string; readonly clientSecret: string } | undefined
    /** Who has to have a second factor. */
    readonly secondFactorFor: 'staff' | undefined
    readonly googleMode: 'google' | 'sandbox' | 'off'
  }
}

/** The settings of accounts. */
export const accountsConfig = configPart({
  variables: {
    ADMIN_EMAIL: z.email('ADMIN_EMAIL has to be an e-mail address').toLowerCase().optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(
        PASSWORD_LENGTH.minimum,
        `ADMIN_PASSWORD has to have at least ${PASSWORD_LENGTH.minimum} characters`,
      )
      .max(PASSWORD_LENGTH.maximum)
      .optional(),
    REQUIRE_SECOND_FACTOR: z.enum(['staff'], { error: 'REQUIRE_SECOND_FACTOR has to be "staff"' }).optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
  },
  problemsBetween: (given) => [
    ...guessedAdminPassword(given),
    ...incompleteGroupProblems(given, ['ADMIN_EMAIL', 'ADMIN_PASSWORD']),
    ...incompleteGroupProblems(given, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']),
  ],
  shape: (env, { sandboxAllowed }) => ({
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : undefined,
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
        : undefined,
    secondFactorFor: env.REQUIRE_SECOND_FACTOR,
    googleMode: googleMode(env.GOOGLE_CLIENT_ID, sandboxAllowed),
  }),
})

function googleMode(clientId: string | undefined, sandboxAllowed: boolean): 'google' | 'sandbox' | 'off' {
  if (clientId) return 'google'
  return sandboxAllowed ? 'sandbox' : 'off'
}

function guessedAdminPassword({ ADMIN_EMAIL, ADMIN_PASSWORD = '' }: Given): string[] {
  return guessedPassword(ADMIN_PASSWORD, ADMIN_EMAIL) === undefined
    ? []
    : ['ADMIN_PASSWORD is a password that others would guess. Set another one.']
}

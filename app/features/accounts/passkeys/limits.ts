/** The name that its owner gives a passkey. */
export const PASSKEY_NAME = { what: 'The name of the passkey', minimum: 1, maximum: 60 } as const

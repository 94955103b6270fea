import { z } from '#kit/server/router.ts'

const securityEventKinds = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'password_changed',
  'password_reset',
  'email_changed',
  'email_change_undone',
  'factor_added',
  'factor_removed',
  'passkey_added',
  'passkey_removed',
  'session_ended',
  'role_changed',
] as const

export type SecurityEventKind = (typeof securityEventKinds)[number]

const time = z.string().meta({ format: 'date-time' })

export const securityEventSchema = z
  .object({
    _id: z.string(),
    at: time,
    kind: z.enum(securityEventKinds),
    address: z.string().optional().meta({ description: 'The network address of the caller.' }),
    browser: z.string().optional().meta({ description: 'In words, such as `Firefox on Windows`.' }),
  })
  .meta({ id: 'SecurityEvent' })

export type SecurityEvent = z.infer<typeof securityEventSchema>

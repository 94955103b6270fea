import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import { toIso } from '#kit/time.ts'
import type { KnownAccount } from '../attempts/known-browser.ts'
import { isOfSession, type SignedInUser } from './session-users.ts'

/**
 * Ends every session of an account but the one of the call, also those that are just beginning: the generation of the credentials is
 * raised. That one has proved whose it is. Refused (401) when it has ended meanwhile, for example by a reset.
 */
export async function keepOnlySession(
  trx: Db,
  { id, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  at: number,
): Promise<KnownAccount> {
  const raised = await trx
    .updateTable('user')
    .set((eb) => ({ credentialGeneration: eb('credentialGeneration', '+', 1), updatedAt: toIso(at) }))
    .where('id', '=', id)
    .where(isOfSession(sessionId))
    .returning('credentialGeneration')
    .executeTakeFirst()
  if (!raised) throw new AppError('not_signed_in', 'Sign in first.')
  const { credentialGeneration } = raised
  await trx.deleteFrom('session').where('userId', '=', id).where('id', '<>', sessionId).execute()
  await trx
    .updateTable('session')
    .set({ credentialGeneration, provedAt: at })
    .where('id', '=', sessionId)
    .execute()
  return { id, credentialGeneration }
}

import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import type { Config } from '#kit/config/config.ts'
import type { Shop } from '#kit/shop.ts'
import { texts } from '#kit/texts.ts'
import type { LibraryCalls } from '../auth/library-calls.ts'
import { notePasskeyUse } from './passkeys.ts'

/** The site that passkeys are for, by the address of the shop: a browser gives those of another site to nobody here. */
function siteOf({ publicUrl, trustedOrigins }: Config) {
  const { hostname } = new URL(publicUrl)
  return { rpID: hostname, origin: trustedOrigins.filter((origin) => new URL(origin).hostname === hostname) }
}

/**
 * The library's plugin of passkeys: it makes challenges, each for one use within five minutes, and checks origin and signature of what
 * signs them. It does not ask whether the authenticator has verified its user, which makes a passkey both factors, nor does
 * it compare and set the count in one step: that is done here. A new passkey is stored by the shop, see `addPasskey`.
 */
export function passkeyPlugin(shop: Shop, { current }: Pick<LibraryCalls, 'current'>) {
  return passkey({
    ...siteOf(shop.config),
    rpName: texts.brand,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification: { registrationInfo }, clientData }) => {
        if (!registrationInfo?.userVerified) throw userNotVerified()
        const { credential, credentialDeviceType, credentialBackedUp, aaguid } = registrationInfo
        current().newPasskey = {
          ...{ credentialId: credential.id, counter: credential.counter, aaguid },
          publicKey: Buffer.from(credential.publicKey).toString('base64'),
          ...{ deviceType: credentialDeviceType, backedUp: credentialBackedUp },
          transports: clientData.response.transports ?? [],
        }
        throw isChecked()
      },
    },
    authentication: {
      afterVerification: async ({ verification: { authenticationInfo } }) => {
        if (!authenticationInfo.userVerified) throw userNotVerified()
        const { credentialID, newCounter } = authenticationInfo
        const used = await notePasskeyUse(shop, credentialID, newCounter)
        if (!used) throw notAccepted()
        const call = current()
        call.usedPasskey = used
        if (call.onlyChecks) throw isChecked()
      },
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
  })
}

/** Ends the library's work on a call; the shop goes on. */
const isChecked = () => new APIError('NO_CONTENT')

const userNotVerified = () =>
  new APIError('BAD_REQUEST', {
    code: 'USER_NOT_VERIFIED',
    message: 'Your device has to check that it is you, by its PIN, your finger or your face.',
  })

const notAccepted = () =>
  new APIError('BAD_REQUEST', { code: 'AUTHENTICATION_FAILED', message: 'This passkey was not accepted.' })

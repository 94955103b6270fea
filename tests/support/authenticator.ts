import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { type Answer, ORIGIN, type Person, type ShopCalls } from './customer.ts'
import { cookiesOf, post } from './factor.ts'

/** What is wrong with an answer of an authenticator, for attacks; nothing unless it is said. */
interface Faults {
  readonly origin?: string
  readonly site?: string
  readonly isUserVerified?: boolean
  /** What it says how often it was used; 0: it does not count. */
  readonly counter?: number
  /** Of its statement about itself; `none` without one. */
  readonly format?: string
}

/** A passkey as an authenticator keeps it, with real keys. */
export interface Authenticator {
  readonly id: string
  /** Its answer to the options of a registration. */
  register(options: { challenge: string }, faults?: Faults): object
  /** Its answer to the options of a sign-in. */
  sign(options: { challenge: string }, faults?: Faults): object
}

export function createAuthenticator(credential = randomBytes(32)): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const id = credential.toString('base64url')
  const answer = (response: object) => ({ id, rawId: id, type: 'public-key', response })
  return {
    id,
    register: ({ challenge }, faults) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, coseKey])
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', faults?.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(faults, attested)],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, faults).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    sign: ({ challenge }, faults) => {
      const data = authenticatorData(faults)
      const client = clientData('webauthn.get', challenge, faults)
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

const clientData = (type: string, challenge: string, { origin = ORIGIN }: Faults = {}): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function authenticatorData(
  { site = new URL(ORIGIN).hostname, isUserVerified = true, counter = 0 }: Faults = {},
  attested?: Buffer,
): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  // Its user is there, is verified, and a new credential follows.
  const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
  return Buffer.concat([sha256(site), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
}

type Cbor = number | string | Buffer | Map<Cbor, Cbor>

/** The few kinds of CBOR that an authenticator answers. */
function cbor(value: Cbor): Buffer {
  const head = (kind: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(kind << 5) | length])
    if (length < 256) return Buffer.from([(kind << 5) | 24, length])
    return Buffer.from([(kind << 5) | 25, length >> 8, length & 0xff])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])
  return Buffer.concat([head(5, value.size), ...entries])
}

type Caller = Pick<ShopCalls, 'call'>

/** Options with a new challenge, and the cookies of the browser that asked for them. */
export interface Challenge {
  readonly options: { challenge: string } & Record<string, unknown>
  readonly cookie: string
}

async function ask({ call }: Caller, kind: 'register' | 'authenticate', cookie = ''): Promise<Challenge> {
  const answer = await call('GET', `/api/auth/passkey/generate-${kind}-options`, { cookie })
  if (answer.status !== 200) throw new Error(`no challenge: ${JSON.stringify(answer.body)}`)
  return {
    options: answer.body,
    cookie: [cookie, cookiesOf(answer)].filter((pair) => pair !== '').join('; '),
  }
}

/** A challenge to register a passkey for a person. */
export const askToRegister = (shop: Caller, { cookie }: Pick<Person, 'cookie'>): Promise<Challenge> =>
  ask(shop, 'register', cookie)

/** A challenge to sign in, or to sign in again in the session of a cookie. */
export const askToSign = (shop: Caller, cookie?: string): Promise<Challenge> =>
  ask(shop, 'authenticate', cookie)

const verify = ({ call }: Caller, what: string, body: object, cookie: string): Promise<Answer> =>
  post(call, `passkey/verify-${what}`, body, { cookie, headers: { Origin: ORIGIN } })

/** Registers a passkey for a person with a challenge; answers as the shop does. */
export const sendRegistration = (
  shop: Caller,
  { cookie }: Pick<Challenge, 'cookie'>,
  response: object,
  name?: string,
): Promise<Answer> => verify(shop, 'registration', { response, ...(name && { name }) }, cookie)

/** Adds a passkey to the account of a person, as the page Security does. */
export async function addPasskey(shop: Caller, person: Person, name?: string): Promise<Authenticator> {
  const authenticator = createAuthenticator()
  const challenge = await askToRegister(shop, person)
  const answer = await sendRegistration(shop, challenge, authenticator.register(challenge.options), name)
  if (answer.status !== 200) throw new Error(`no passkey: ${JSON.stringify(answer.body)}`)
  return authenticator
}

/** Sends what an authenticator has signed as a sign-in. */
export const sendSignIn = (
  shop: Caller,
  { cookie }: Pick<Challenge, 'cookie'>,
  response: object,
): Promise<Answer> => verify(shop, 'authentication', { response }, cookie)

/** Signs in by a passkey, in a browser without cookies. */
export async function signInByPasskey(
  shop: Caller,
  authenticator: Authenticator,
  faults?: Faults,
): Promise<Answer> {
  const challenge = await askToSign(shop)
  return sendSignIn(shop, challenge, authenticator.sign(challenge.options, faults))
}

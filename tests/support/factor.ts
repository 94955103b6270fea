import { codeOf, stepAt } from '#features/accounts/codes/totp.ts'
import { type Answer, PASSWORD, type Person, type ShopCalls } from './customer.ts'

type Call = ShopCalls['call']

/** The second factor of an account, as its owner has it. */
export interface OwnedFactor {
  /** The key of the app. */
  readonly secret: string
  readonly backupCodes: readonly string[]
}

/** The code that the app shows now, or so many steps of 30 seconds later. */
export const appCode = ({ secret }: OwnedFactor, later = 0): string =>
  codeOf(secret, stepAt(Date.now()) + later)

/** The cookies that a browser keeps of these answers, in the format of the Cookie header. */
export function cookiesOf(...answers: readonly { readonly headers: Headers }[]): string {
  const kept = new Map<string, string>()
  for (const line of answers.flatMap(({ headers }) => headers.getSetCookie())) {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (/max-age=0(;|$)/i.test(line)) kept.delete(name)
    else kept.set(name, pair)
  }
  return [...kept.values()].join('; ')
}

type As = Pick<NonNullable<Parameters<Call>[2]>, 'token' | 'cookie' | 'headers'>

/** A call about the sign-in. */
export const post = (call: Call, path: string, body: object, as: As = {}): Promise<Answer> =>
  call('POST', `/api/auth/${path}`, { body, ...as })

/** Begins to set up a second factor. */
export async function beginFactor(call: Call, { token, password }: Person): Promise<OwnedFactor> {
  const { status, body } = await post(call, 'two-factor/enable', { password }, { token })
  if (status !== 200) throw new Error(`a factor was refused: ${JSON.stringify(body)}`)
  return { secret: secretIn(body.totpURI), backupCodes: body.backupCodes }
}

/** Sets one up. The code of the step before now is spent. */
export async function addFactor(call: Call, person: Person): Promise<OwnedFactor> {
  const factor = await beginFactor(call, person)
  const { token } = person
  // The code of the step before now stops working at the end of this one.
  const leftMs = STEP_MS - (Date.now() % STEP_MS)
  if (leftMs < SAFE_MS) await new Promise((resolve) => setTimeout(resolve, leftMs))
  const { status, body } = await post(
    call,
    'two-factor/verify-totp',
    { code: appCode(factor, -1) },
    { token },
  )
  if (status !== 200) throw new Error(`a factor was refused: ${JSON.stringify(body)}`)
  return factor
}

/** Gives the password of an account; resolves to the answer with the cookies of the browser. */
export async function givePassword(
  call: Call,
  { email, password = PASSWORD }: { email: string; password?: string },
  more: object = {},
): Promise<Answer> {
  const answer = await post(call, 'sign-in/email', { email, password, ...more })
  return { ...answer, cookie: cookiesOf(answer) }
}

/** Gives a code at the end of a sign-in. */
export const giveCode = (call: Call, { cookie }: Pick<Answer, 'cookie'>, code: string): Promise<Answer> =>
  post(call, 'two-factor/verify-totp', { code }, { cookie })

export const giveBackupCode = (
  call: Call,
  { cookie }: Pick<Answer, 'cookie'>,
  code: string,
): Promise<Answer> => post(call, 'two-factor/verify-backup-code', { code }, { cookie })

const STEP_MS = 30_000

/** No call takes so long. */
const SAFE_MS = 2000

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The key in the address that the QR code shows, as an app reads it. */
export function secretIn(uri: string): string {
  const bits = [...(new URL(uri).searchParams.get('secret') ?? '')]
    .map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString()
}

import { dictionary } from '@zxcvbn-ts/language-common'
import { shopName } from '#kit/identity/shop-identity.ts'

/** Some 50,000 passwords that people choose often, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Why others would guess this password of the account with this e-mail address, as a sentence; undefined if they would not. */
export function guessedPassword(password: string, email: string | undefined): string | undefined {
  if (COMMON.has(plain(password)))
    return 'This is one of the passwords that most people choose, so others would guess it. Choose another one.'
  const letters = lettersOf(password)
  const [name = ''] = (email ?? '').split('@')
  const names = [shopName(), email ?? '', name, name.split('+')[0] ?? '']
  return names.some((one) => one !== '' && lettersOf(one) === letters)
    ? 'A password must not be the name of the shop or of your e-mail address. Choose another one.'
    : undefined
}

/** In lower case and plain letters, without the blanks around it: "１２３４５６７８" and "12345678 " are as easy to guess. */
const plain = (password: string): string => password.normalize('NFKC').trim().toLowerCase()

/** Letters and digits in lower case: names are written with and without separators. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

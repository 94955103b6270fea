/** The public file of passwords: which new ones are refused. */

export { guessedPassword } from './common/common-passwords.ts'

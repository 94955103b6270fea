// A shop that tests start loads this first (running-shop.ts): the password hash of the sign-in library, a quarter of the time
// of all tests, with the lowest cost.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto

crypto.scrypt = ((password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: 2 }, callback)) as typeof scrypt
syncBuiltinESMExports()

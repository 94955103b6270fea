// A shop that tests start loads this first (running-shop.ts): the password hash of the sign-in library with the lowest cost.
// With the usual one it took a quarter of the processors while such tests ran.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto

crypto.scrypt = ((password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: 2 }, callback)) as typeof scrypt
syncBuiltinESMExports()

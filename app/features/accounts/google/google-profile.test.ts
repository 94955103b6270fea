import { expect, test } from 'vitest'
import { readProfile } from './google-profile.ts'

const claims = { sub: '1', email: 'Ada@Example.com', email_verified: true, name: 'Ada Sample' }

test('reads the name and the e-mail address, and no other claim', () => {
  expect(readProfile({ ...claims, role: 'admin', phone: '1' })).toEqual({
    sub: '1',
    email: 'ada@example.com',
    emailVerified: true,
    name: 'Ada Sample',
  })
})

test.for(['true', 1, undefined, null, {}])(
  'an e-mail address is verified only by the value true, not by %j',
  (email_verified) => {
    expect(readProfile({ ...claims, email_verified })?.emailVerified).toBe(false)
  },
)

test.for([
  ['  Ada\u0000\nSample ', 'Ada Sample'],
  ['', 'ada'],
  [undefined, 'ada'],
  [{ first: 'Ada' }, 'ada'],
  ['x'.repeat(300), 'x'.repeat(50)],
  ['😀'.repeat(300), '😀'.repeat(50)],
] as const)('the name %j becomes a name that the forms accept', ([name, expected]) => {
  expect(readProfile({ ...claims, name })?.name).toBe(expected)
})

test('a picture has to be an https address', () => {
  const picture = 'https://lh3.googleusercontent.com/a/1'
  expect(readProfile({ ...claims, picture })?.image).toBe(picture)
  for (const wrong of ['http://a.example/1', 'javascript:alert(1)', 'https://', 5]) {
    expect(readProfile({ ...claims, picture: wrong })).not.toHaveProperty('image')
  }
})

test.for([{}, null, { ...claims, email: 'nobody' }, { ...claims, sub: '' }, { ...claims, sub: 5 }])(
  '%j is refused without a valid sub and address',
  (wrong) => {
    expect(readProfile(wrong)).toBeUndefined()
  },
)

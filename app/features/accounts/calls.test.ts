import { expect, test } from 'vitest'
import { createRouter } from '#kit/server/router.ts'
import { findCaller, ownCall, sometimesStaffCall, staffCall } from './calls.ts'

const described = {
  operationId: 'sample',
  tags: [],
  summary: 'A sample',
  answers: { 200: { description: 'Done' } },
}

test('calls that were never given their guards are closed', async () => {
  const router = createRouter().onError((_error, c) => c.body(null, 500))
  router
    .openapi(ownCall('get', '/own', described), (c) => c.body('open', 200))
    .openapi(staffCall('orders', 'get', '/staff', described), (c) => c.body('open', 200))
    .openapi(
      sometimesStaffCall('orders', () => true, 'get', '/sometimes', described),
      (c) => c.body('open', 200),
    )
    .get('/public', async (c) => c.json(await findCaller(c)))
  for (const path of ['/own', '/staff', '/sometimes', '/public'])
    expect([path, (await router.request(path)).status]).toEqual([path, 500])
})

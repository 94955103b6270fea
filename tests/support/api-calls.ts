/** Method, path, and a body that reaches the guard. */
export type ApiCall = readonly [method: string, path: string, body?: object]

export const FOR_CUSTOMERS: readonly ApiCall[] = [
  ['POST', '/api/rating', { comment: 'A sample.', rating: '4', name: '' }],
  ['POST', '/api/order', {}],
  ['GET', '/api/cart'],
  ['PUT', '/api/cart', { lines: [] }],
  ['GET', '/api/myorders'],
  ['GET', '/api/myorder/sample'],
  ['DELETE', '/api/myorder/sample'],
  ['POST', '/api/create-payment-intent', { totalPrice: 1 }],
  ['PATCH', '/api/order/sample', { appointment: 'sample', transactionId: 'pi_sample' }],
  ['GET', '/api/user/nobody@example.com'],
  ['GET', '/api/admin/nobody@example.com'],
]

export const FOR_ADMINS: readonly ApiCall[] = [
  ['POST', '/api/product', {}],
  ['PUT', '/api/product/sample', {}],
  ['DELETE', '/api/product/sample'],
  ['POST', '/api/product/sample/stock', {}],
  ['POST', '/api/product/sample/restore'],
  ['GET', '/api/product/sample/history'],
  ['GET', '/api/audit'],
  ['PUT', '/api/category/sample', {}],
  ['DELETE', '/api/category/sample'],
  ['GET', '/api/orders'],
  ['PUT', '/api/order/sample', { status: 'shipped' }],
  ['GET', '/api/user'],
  ['PUT', '/api/user/admin/nobody@example.com'],
]

export const WITH_COOKIE: readonly ApiCall[] = [
  ['POST', '/api/login', { email: 'nobody@example.com' }],
  ['PUT', '/api/user/nobody@example.com', { email: 'nobody@example.com', name: 'Nobody' }],
]

const FOR_VISITORS: readonly ApiCall[] = [
  ['GET', '/api/product'],
  ['GET', '/api/rating'],
  ['GET', '/api/order/sample'],
  ['GET', '/api/part/sample'],
  ['GET', '/api/category'],
  ['GET', '/api/config'],
  ['POST', '/api/quote', {}],
  ['POST', '/api/webhooks/stripe', {}],
]

export const ALL = [...FOR_CUSTOMERS, ...FOR_ADMINS, ...WITH_COOKIE, ...FOR_VISITORS]

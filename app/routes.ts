import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page of the shop; the calls are in `api.ts`. */
export default [
  index('features/home/pages/home.tsx'),
  route('parts', 'features/browse/pages/parts.tsx'),
  route('parts/:category', 'features/browse/pages/category.tsx'),
  route('blog', 'features/blog/pages/blog.tsx'),
  route('portfolio', 'features/portfolio/pages/portfolio.tsx'),
  route('login', 'features/accounts/pages/login.tsx'),
  route('signed-in', 'features/accounts/pages/signed-in.tsx'),
  route('register', 'features/accounts/pages/register.tsx'),
  route('forgotpass', 'features/accounts/pages/forgot-password.tsx'),
  route('reset-password', 'features/accounts/pages/reset-password.tsx'),
  route('verify-email', 'features/accounts/pages/verify-email.tsx'),
  route('terms', 'features/accounts/pages/terms.tsx'),
  route('compare', 'features/compare/pages/compare.tsx'),
  route('cart', 'features/cart/pages/cart.tsx'),
  route('part/:sku', 'features/part/pages/part.tsx'),
  route('order/:productId', 'features/orders/pages/order.tsx'),
  route('pay/:token', 'features/payments/pages/pay.tsx'),
  layout('features/accounts/pages/signed-in-layout.tsx', [
    route('checkout', 'features/orders/pages/checkout.tsx'),
    route('dashboard', 'features/dashboard/pages/dashboard-layout.tsx', [
      index('features/accounts/pages/profile.tsx'),
      route('myorders', 'features/orders/pages/my-orders.tsx'),
      route('order/:id', 'features/orders/pages/order-details.tsx'),
      route('order/:id/again', 'features/orders/pages/order-again.tsx'),
      route('review', 'features/reviews/pages/add-review.tsx'),
      route('payment/:id', 'features/payments/pages/payment.tsx'),
      layout('features/dashboard/pages/admin-layout.tsx', [
        route('alluser', 'features/accounts/pages/all-users.tsx'),
        route('manageorders', 'features/orders/pages/manage-orders.tsx'),
        route('addproduct', 'features/catalog/pages/add-product.tsx'),
        route('manageproducts', 'features/catalog/pages/manage-products.tsx'),
      ]),
    ]),
  ]),
  route('*', 'features/home/pages/not-found.tsx'),
] satisfies RouteConfig

import { data } from 'react-router'

/** Any address that no other route takes: the root shows what that looks like. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function UnknownPage() {
  return null
}

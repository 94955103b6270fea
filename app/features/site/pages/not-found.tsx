import { data } from 'react-router'

/** The route of all unknown addresses; the root's error boundary renders the 404 page. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function UnknownPage() {
  return null
}

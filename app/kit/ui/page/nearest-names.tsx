import { Link } from 'react-router'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import type { NamedPath } from './breadcrumbs.tsx'

type NearestNamesProps = { names: readonly NamedPath[]; title?: string }

/** Links to the pages whose names are nearest to an unknown one; nothing without any. */
export function NearestNames({ names, title = 'Did you mean one of these?' }: NearestNamesProps) {
  if (names.length === 0) return null
  return (
    <div className="grid gap-2">
      <p>{title}</p>
      <ul className="grid gap-1">
        {names.map(({ name, path }) => (
          <li key={path}>
            <Link to={path} className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
              <Unbroken text={name} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

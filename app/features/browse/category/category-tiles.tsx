import { Link } from 'react-router'
import { categoryPath } from '#features/catalog/paths.ts'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import { partsText } from '#kit/list-position.ts'
import type { CategoryTile } from './category-overview.ts'

/** Links to categories, each with the picture of one of its parts. */
export function CategoryTiles({ tiles }: { tiles: readonly CategoryTile[] }) {
  return (
    <ul className="category-tiles">
      {tiles.map(({ slug, name, count, image }) => (
        <li key={slug}>
          <Link to={categoryPath(slug)} className="category-tile">
            <span className="category-picture">
              {/* The name beside it says the same. */}
              {image && <ProductPicture product={{ name: '', image }} width={160} height={120} isLazy />}
            </span>
            <span className="category-name">{name}</span>
            <span className="text-muted text-sm">{partsText({ total: count })}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

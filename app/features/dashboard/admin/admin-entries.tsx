import { invoicesPath } from '#features/invoices/paths.ts'
import {
  ChartIcon,
  ListIcon,
  PlusIcon,
  SheetIcon,
  SlidersIcon,
  TextIcon,
  UploadIcon,
} from '#kit/ui/admin/admin-icons.tsx'
import { BoxIcon, MenuIcon, PersonIcon, SearchIcon, StarIcon, TruckIcon } from '#kit/ui/mark/icons.tsx'
import type { Entry } from '../frame/sidebar.tsx'

/** The pages of admins, which the palette finds too; `sidebar.tsx` has the profile, as everybody has one. */
export const ADMIN_ENTRIES: Entry[] = [
  {
    to: '/dashboard/manageorders',
    label: 'Manage Orders',
    icon: <TruckIcon size={20} />,
    below: '/dashboard/order/',
  },
  { to: '/dashboard/addproduct', label: 'Add Product', icon: <PlusIcon size={20} /> },
  {
    to: '/dashboard/manageproducts',
    label: 'Manage Product',
    icon: <BoxIcon size={20} />,
    below: '/dashboard/product/',
  },
  {
    to: '/dashboard/alluser',
    label: 'All User',
    icon: <PersonIcon size={20} />,
    below: '/dashboard/customer/',
  },
  { to: invoicesPath(), label: 'Invoices', icon: <SheetIcon size={20} /> },
  { to: '/dashboard/overview', label: 'Overview', icon: <ChartIcon size={20} /> },
  { to: '/dashboard/categories', label: 'Categories', icon: <MenuIcon size={20} /> },
  { to: '/dashboard/synonyms', label: 'Search words', icon: <SearchIcon size={20} /> },
  { to: '/dashboard/import', label: 'Import', icon: <UploadIcon size={20} />, below: '/dashboard/import/' },
  { to: '/dashboard/reviews', label: 'Reviews', icon: <StarIcon size={20} /> },
  { to: '/dashboard/texts', label: 'Texts', icon: <TextIcon size={20} /> },
  { to: '/dashboard/settings', label: 'Settings', icon: <SlidersIcon size={20} /> },
  { to: '/dashboard/audit', label: 'Audit', icon: <ListIcon size={20} /> },
]

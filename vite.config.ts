import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { listCode, sortImports } from './scripts/list-code.ts'

const HOME = /\/app\/(entry\.client|root|features\/site\/pages\/home)\.tsx/
/** What only the home page needs of the pages at the limit: its parts, which admins see as a preview. */
const HOME_PARTS = /\/features\/site\/home\//
/** What pages of lists need, that of a category and that of all parts among them. */
const LISTS =
  /\/kit\/ui\/(list\/(list-paging|choice-links|row-focus)|page\/use-is-loading)|\/compare\/address\.ts/
const CATEGORY = /\/features\/browse\/pages\/category\.tsx/
const ORDER = /\/features\/checkout\/pages\/order\.tsx/
const PART = /\/features\/browse\/pages\/part\.tsx/
const PARTS = /\/features\/browse\/pages\/parts\.tsx/
const COMPARE = /\/features\/browse\/pages\/compare\.tsx/
const CART = /\/features\/cart\/pages\/cart\.tsx/
const CHECKOUT = /\/features\/checkout\/pages\/checkout\.tsx/

type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** Whether a page uses a module, itself or through others. */
function isUsedBy(page: RegExp, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return page.test(id) || importers.some((importer) => isUsedBy(page, importer, modules, seen))
}

/** A file of the modules that several pages use, all of these pages among them. A module is in the first such file. */
const fileOf = (name: string, ...pages: readonly RegExp[]) => ({
  name: (id: string, modules: Modules) =>
    !HOME_PARTS.test(id) && pages.every((page) => isUsedBy(page, id, modules)) ? name : null,
  debugName: name,
  minShareCount: 2,
})

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), listCode(), sortImports()],
  // No data URLs: the content security policy blocks them for scripts, styles and fonts.
  // The one large file is that of the 3-D view, which is loaded when it is asked for.
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Each page loads the list of what all pages share; names would make it a fifth longer.
            chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '[name]-' : ''}[hash:7].js`,
            codeSplitting: {
              // Few files: each has 400 bytes of headers, and larger files compress better. The home page needs all of
              // `shop`, the pages of categories and parts all of `parts`, and those of parts and orders all of `ordering`, so no
              // page loads much that it does not need.
              groups: [
                { name: 'framework', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// },
                fileOf('shop', HOME),
                fileOf('parts', CATEGORY, PART),
                fileOf('ordering', PART, ORDER),
                // What a public page uses of the order form stays apart from the rest, which the checkout loads too.
                ...[PARTS, CATEGORY, COMPARE, CART].map((page, at) => fileOf(`form-${at}`, page, ORDER)),
                fileOf('placing', ORDER, CHECKOUT),
                { name: 'home-parts', test: HOME_PARTS, minShareCount: 2 },
                { name: 'lists', test: LISTS, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One bundle of the shop and its libraries: resolving 1,300 modules takes half of the start time. Packages with
      // native code, packages written for `require` and rarely used ones are external.
      resolve:
        command === 'build'
          ? {
              // Selects the Node builds of libraries, such as the native password hashes of the sign-in service.
              conditions: ['node'],
              noExternal: true,
              external: [
                '@simplewebauthn/server',
                'better-sqlite3',
                'jsvat-next',
                'nodemailer',
                'oidc-provider',
                'pg',
                'pino',
                'prom-client',
              ],
            }
          : {},
      build: { cssMinify: true, rolldownOptions: { input: 'server.ts' } },
    },
  },
}))

import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { listCode } from './scripts/list-code.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), listCode()],
  // No data URLs: the content security policy blocks them for scripts, styles and fonts.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Few files: on a slow connection each file takes a round trip, and larger files compress better.
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// },
                // Without the typed client, fields and badges, which many public pages do not need.
                {
                  name: 'shop',
                  minShareCount: 18,
                  test: /^(?!.*(\/hono\/|\/typed-client\.ts|\/ui\/(form\/field|mark\/status-badge)\.tsx))/,
                },
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
              external: ['better-sqlite3', 'nodemailer', 'oidc-provider', 'pg', 'pino', 'prom-client'],
            }
          : {},
      build: { rolldownOptions: { input: 'server.ts' } },
    },
  },
}))

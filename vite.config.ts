import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Files stay files: the content security policy allows no data addresses.
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          // The server runs the shop's own modules from source. Bundled as well, each would exist twice:
          // two database handles, and contexts that are not found.
          external: [/^#(kit|features)\/.*\.ts$/],
        },
      },
    },
  },
})

import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The shop has few routes: all of them in the first load cost less than asking for them one by one.
  routeDiscovery: { mode: 'initial' },
} satisfies Config

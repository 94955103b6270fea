# Only the build stage has the development dependencies.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /shop
COPY package.json package-lock.json ./
COPY scripts/run.mjs scripts/setup.mjs scripts/compress.mjs ./scripts/
RUN npm run setup
COPY scripts/first-shop.ts scripts/list-code.ts ./scripts/
COPY tsconfig.json vite.config.ts react-router.config.ts server.ts ./
COPY migrations ./migrations
COPY app ./app
COPY sandboxes ./sandboxes
COPY demo ./demo
RUN npm run build && npm prune --omit=dev

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# For backups: the programs of the version of PostgreSQL in compose.yaml, from where its image has them.
COPY --from=postgres:17.11-bookworm@sha256:051f7b7b3abdd564d5d1bd1e8c4b9c1b6e77087d1dd22020ede611c096a272e0 /usr/local/share/keyrings/postgres.gpg.asc /usr/local/share/keyrings/
COPY --from=postgres:17.11-bookworm@sha256:051f7b7b3abdd564d5d1bd1e8c4b9c1b6e77087d1dd22020ede611c096a272e0 /etc/apt/sources.list.d/pgdg.list /etc/apt/sources.list.d/
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client-17 \
  && rm --recursive /var/lib/apt/lists/*
WORKDIR /shop
COPY --from=build /shop/package.json ./
COPY --from=build /shop/node_modules ./node_modules
COPY --from=build /shop/build ./build
COPY scripts/backup.ts scripts/restore.ts scripts/move.ts scripts/move-files.ts scripts/print.ts ./scripts/
COPY migrations ./migrations
COPY app ./app
COPY sandboxes ./sandboxes
COPY demo ./demo
# The shop writes only to /data, so the rest can be read-only.
RUN install --directory --owner=node --group=node --mode=700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME ["/data"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`, { signal: AbortSignal.timeout(4000) }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The flags of `npm start`.
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=512", "build/server/index.js"]

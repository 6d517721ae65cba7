# The service in one image. Build: docker build -t offcut .   Run: docker run -p 3000:3000 -v offcut-data:/data offcut
# A build that is to be repeated names it by its digest: --build-arg NODE_IMAGE=node@sha256:…
ARG NODE_IMAGE=node:22-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
# The locked packages first: their layer lasts until one of them changes.
COPY package.json package-lock.json ./
COPY scripts scripts
RUN node -e "import('./scripts/steps.mjs').then((steps) => steps.install())"
COPY . .
RUN node scripts/build.mjs

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
# The built service carries all that it uses; package.json says that its files are modules.
COPY package.json ./
COPY --from=build /app/dist dist
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]

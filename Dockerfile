# docs/operations.md explains how to run the image. Both base images can be pinned by digest:
#   docker build --build-arg RUNTIME=debian:trixie-slim@sha256:… --tag foyer .
ARG BUILDER=node:24-trixie-slim
ARG RUNTIME=debian:trixie-slim

FROM ${BUILDER} AS build
WORKDIR /build
# The settings of npm, such as a registry of your own: docker build --secret id=npmrc,src=$HOME/.npmrc
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --ignore-scripts
COPY . .
# The image holds what operators without containers install, too: the package.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm pack --pack-destination /tmp && \
    npm install --prefix /srv/foyer --ignore-scripts --no-audit --prefer-offline /tmp/foyer-*.tgz && \
    rm -r /srv/foyer/node_modules/node-*/include /srv/foyer/node_modules/node-*/share && \
    install --directory --owner 10001 --group 10001 --mode 700 /srv/data

FROM ${RUNTIME}
COPY --from=build /srv/foyer /srv/foyer
COPY --from=build --chown=10001:10001 /srv/data /data
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    PROBE_PORT=9080 \
    DATA_DIR=/data \
    PATH=/srv/foyer/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
LABEL org.opencontainers.image.title="Foyer" \
      org.opencontainers.image.description="Account service for ticket marketplaces" \
      org.opencontainers.image.licenses="Apache-2.0"
# The files belong to root. The service can write to /data and, if the root is read-only, nothing else.
USER 10001:10001
VOLUME /data
EXPOSE 8080 9080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PROBE_PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node.js is process 1 and gets the signals. No shell and no npm stands before it.
ENTRYPOINT ["node", "--max-semi-space-size=4", "--v8-pool-size=2", "/srv/foyer/node_modules/foyer/bin/foyer.js"]
CMD ["serve"]

# The server in a small container, not as root. docs/serving.md tells how to run it.
FROM node:22-slim AS page
WORKDIR /krigsspil/web
COPY web/package.json web/package-lock.json ./
RUN npm ci
COPY web ./
RUN npm run build

FROM rust:1-slim AS binary
WORKDIR /krigsspil
COPY . .
COPY --from=page /krigsspil/web/dist web/dist
RUN cargo build --release --locked --package krigsspil-cli

FROM debian:stable-slim
RUN useradd --system --home-dir /data --create-home krigsspil
COPY --from=binary /krigsspil/target/release/krigsspil /usr/local/bin/krigsspil
USER krigsspil
VOLUME /data
EXPOSE 1815
# SIGTERM stops it without losing anybody's place.
HEALTHCHECK CMD ["/usr/local/bin/krigsspil", "--version"]
ENTRYPOINT ["/usr/local/bin/krigsspil", "play", "--host", "0.0.0.0", "--port", "1815", "--no-browser", "--store", "/data/krigsspil.sqlite"]

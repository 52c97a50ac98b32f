# The server in a small container, not as root. docs/serving.md tells how to run it. A test starts the binary as it stands here and asks its health.
# All stages are of the same Debian, so that the binary finds the C library that it was built with.
FROM node:22-bookworm-slim AS node

FROM rust:1-slim-bookworm AS binary
# Node.js builds the page. rustup fetches what the page's own sums are compiled for: players at a club lose their network.
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /krigsspil
COPY . .
RUN cargo xtask page
RUN cargo build --release --locked --package krigsspil-cli --bin krigsspil

FROM debian:bookworm-slim
RUN useradd --system --home-dir /data --create-home krigsspil
COPY --from=binary /krigsspil/target/release/krigsspil /usr/local/bin/krigsspil
USER krigsspil
# The games are in /data/krigsspil/krigsspil.sqlite, unless KRIGSSPIL_DATABASE names a PostgreSQL.
ENV XDG_DATA_HOME=/data
VOLUME /data
EXPOSE 1815
# SIGTERM stops it, and everybody's place is kept.
STOPSIGNAL SIGTERM
# The store answers, and the server is not stopping. A server with a --name also answers to addresses.
HEALTHCHECK --interval=30s --timeout=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/1815 && printf 'GET /readyz HTTP/1.0\\r\\nHost: 127.0.0.1\\r\\n\\r\\n' >&3 && grep -q '^ready' <&3"]
ENTRYPOINT ["/usr/local/bin/krigsspil", "play", "--host", "0.0.0.0", "--port", "1815", "--no-browser"]

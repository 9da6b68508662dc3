FROM python:3.13-slim AS build

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/turnpost
WORKDIR /src

# The dependencies first: this layer stays as it is until the lock changes. Only wheels, so no processor needs a compiler.
COPY requirements.txt ./
RUN /opt/turnpost/bin/pip install --no-compile --require-hashes --only-binary=:all: -r requirements.txt

COPY . ./
RUN /opt/turnpost/bin/pip install --no-compile --no-index --no-deps --no-build-isolation . \
    && /opt/turnpost/bin/pip uninstall --yes setuptools pip


FROM python:3.13-slim

LABEL org.opencontainers.image.title="Turnpost" \
      org.opencontainers.image.description="Board games by correspondence on Discord" \
      org.opencontainers.image.source="https://github.com/turnpost/turnpost" \
      org.opencontainers.image.licenses="MIT"

RUN groupadd --gid 10001 turnpost \
    && useradd --uid 10001 --gid turnpost --no-create-home --home-dir /data --shell /usr/sbin/nologin turnpost \
    && install --directory --owner=turnpost --group=turnpost --mode=0700 /data
COPY --from=build /opt/turnpost /opt/turnpost
# Nothing can be compiled to a read-only file system later, and the base image has no bytecode of Python itself.
RUN python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/turnpost \
        "$(python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')"

# Settings come from outside (docker run -e, compose.yaml): DISCORD_TOKEN, and DATABASE_URL for PostgreSQL, whose driver is installed.
ENV PATH=/opt/turnpost/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    TURNPOST_DATA=/data
USER 10001:10001
WORKDIR /data
VOLUME /data

HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --retries=3 CMD ["turnpost", "health"]
CMD ["turnpost", "run"]

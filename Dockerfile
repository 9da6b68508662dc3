FROM python:3.13-slim AS build

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/turnpost
WORKDIR /src

# The dependencies first: this layer stays as it is until the lock changes.
COPY requirements.txt ./
RUN /opt/turnpost/bin/pip install --require-hashes -r requirements.txt

COPY . ./
RUN /opt/turnpost/bin/pip install --no-index --no-deps --no-build-isolation . \
    && /opt/turnpost/bin/pip uninstall --yes setuptools pip


FROM python:3.13-slim

RUN useradd --system --uid 10001 --no-create-home --home-dir /data turnpost \
    && install --directory --owner=turnpost --group=turnpost --mode=0700 /data
COPY --from=build /opt/turnpost /opt/turnpost

# Settings come from outside (docker run -e): DISCORD_TOKEN, and DATABASE_URL for PostgreSQL, whose driver is installed.
ENV PATH=/opt/turnpost/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TURNPOST_DATA=/data
USER turnpost
WORKDIR /data
VOLUME /data

HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["turnpost", "health"]
CMD ["turnpost", "run"]

# fairyring as a server. Build the image in this folder, and give it a database and a proxy:
#
#     docker build -t fairyring .
#     docker run -p 127.0.0.1:8000:8000 -e FAIRYRING_DATABASE=postgresql://… fairyring --proxy 172.17.0.1
#
# Without a database, games are kept in a file under /data, which should be a volume. See docs/deployment.md.

FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN python -m venv /opt/fairyring && /opt/fairyring/bin/pip install --no-cache-dir '.[postgresql]'

FROM python:3.13-slim
# The machine code compiled below must run wherever the image does: x86-64-v3 means processors since about 2015.
# On other architectures (arm64), build with --build-arg CPU=generic.
ARG CPU=x86-64-v3
ENV NUMBA_CPU_NAME=$CPU \
    NUMBA_CPU_FEATURES="" \
    FAIRYRING_CACHE=/var/cache/fairyring \
    PYTHONUNBUFFERED=1 \
    XDG_DATA_HOME=/data \
    PATH=/opt/fairyring/bin:$PATH
RUN useradd --system --uid 10001 --no-create-home fairyring \
    && install -d -o fairyring -g fairyring /data "$FAIRYRING_CACHE"
COPY --from=build /opt/fairyring /opt/fairyring
USER fairyring
# Compile every game's rules and the search: this takes minutes now, so that visitors need not wait.
RUN python -c "import fairyring; from fairyring.search import prepare; \
    [prepare(fairyring.load(name)) for name in fairyring.variants()]"
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
# `fairyring serve` shuts down cleanly on SIGTERM, which docker stop sends.
ENTRYPOINT ["fairyring", "serve", "--host", "0.0.0.0", "--port", "8000", "--log", "json"]

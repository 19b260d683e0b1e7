# meldwise: the HTTP service on port 8000.
#   docker build -t meldwise .
#   docker run --rm -p 127.0.0.1:8000:8000 -e MELDWISE_ALLOW_ANONYMOUS=true meldwise
# It needs nothing but a place for jobs and one for temporary files:
#   docker run --read-only --tmpfs /tmp -v meldwise:/var/lib/meldwise … meldwise
# It listens on every address of the container, which it refuses to do without keys or that word:
# docs/operations.md, "Access".

FROM python:3.13-slim AS build
WORKDIR /src
# Dependencies first: they change less often than the code, and this layer is kept.
COPY requirements.lock ./
RUN python -m venv --without-pip /opt/meldwise \
 && python -m pip --python /opt/meldwise/bin/python install --no-cache-dir --require-hashes \
      --disable-pip-version-check -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY models models
COPY solvers solvers
COPY app app
RUN python -m pip --python /opt/meldwise/bin/python install --no-cache-dir --no-deps \
      --disable-pip-version-check . \
 && /opt/meldwise/bin/python -m compileall -q /opt/meldwise/lib

FROM python:3.13-slim
RUN useradd --system --no-create-home --shell /usr/sbin/nologin meldwise
COPY --from=build /opt/meldwise /opt/meldwise
RUN install --directory --owner=meldwise /var/cache/meldwise /var/lib/meldwise
ENV PATH=/opt/meldwise/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    NUMBA_CACHE_DIR=/var/cache/meldwise \
    MELDWISE_DATABASE=sqlite:////var/lib/meldwise/jobs.db \
    MELDWISE_HOST=0.0.0.0 \
    MELDWISE_PORT=8000
USER meldwise
# Compile now. On another kind of processor workers compile again as they warm up.
RUN ["python", "-c", "from app.tasks.warm import compile_all; compile_all()"]
# Jobs outlive the container. A new volume is made like this folder, which belongs to the user.
VOLUME /var/lib/meldwise
EXPOSE 8000
# /ready has a real worker solve a position whose best move is known.
HEALTHCHECK --interval=30s --timeout=6s --start-period=20s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['MELDWISE_PORT'] + '/ready', timeout=5)"]
CMD ["meldwise", "serve"]

FROM python:3.11-slim-bookworm AS packages
COPY requirements.lock /
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes -r /requirements.lock

FROM python:3.11-slim-bookworm
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin referee \
    && install -d -o referee -g referee -m 0700 /data
COPY --from=packages /venv /venv
WORKDIR /app
COPY openapi.yaml ./
COPY service service
COPY workers workers
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 DATA_DIR=/data LOG_FORMAT=json
RUN python -m compileall -q service workers
USER 10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["python", "-m", "service", "health"]
CMD ["python", "-m", "service"]

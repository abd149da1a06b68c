# The service in a container:
#
#     docker build --tag boundedcrop .
#     docker run --read-only --publish 8888:8888 --env BOUNDEDCROP_KEY=... boundedcrop
#
# Other commands work too: docker run --rm -v "$PWD:/photos" boundedcrop crop a.jpg --size 300x300
# Scripts/make-image builds the stages after the first without Docker.

FROM swift:6.2-bookworm AS build
WORKDIR /source
# The packages are installed first, so that a change of the sources does not install them again.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends make \
    && rm -rf /var/lib/apt/lists/*
COPY Makefile ./
COPY Scripts/install-packages Scripts/
RUN make packages
COPY . .
RUN make install-command PREFIX=/usr DESTDIR=/installed

FROM debian:bookworm-slim AS root
# The command is linked with libexpat1, libjpeg, liblcms2, libnettle8, libpng, libtbb12 and libwebp; libavif15, libgif7, libheif1,
# libjxl0.7 (5 MB, with what it needs), libopenjp2-7 (0.4 MB) and libtiff6 are opened for files of these formats. ca-certificates is for pictures from HTTPS
# servers. Versions are not pinned, so that each build gets Debian's security updates. Then what only installs packages, logs users in or makes file systems is removed: a new version is a new
# image. dpkg and its list of packages stay, for programs that look for known weaknesses in them.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates libavif15 libexpat1 libgif7 libheif1 libjpeg62-turbo libjxl0.7 \
        liblcms2-2 libnettle8 libopenjp2-7 libpng16-16 libtbb12 libtiff6 libwebp7 libwebpdemux2 libwebpmux3 \
    && dpkg --purge --force-depends --force-remove-essential --force-remove-protected adduser apt debian-archive-keyring e2fsprogs gpgv \
        libapt-pkg6.0 libdb5.3 libext2fs2 libgcrypt20 libgmp10 libgnutls30 libgpg-error0 libhogweed6 libidn2-0 libp11-kit0 \
        libpam-modules libpam-modules-bin libpam-runtime libpam0g libsemanage-common libsemanage2 libsepol2 libss2 libssl3 libsystemd0 \
        libtasn1-6 libudev1 libunistring2 libxxhash0 login logsave mount openssl passwd \
    && rm -rf /usr/lib/*-linux-gnu/gconv /var/cache/apt /var/cache/debconf /var/cache/ldconfig /var/lib/apt /var/log/* /var/lib/dpkg/*-old \
    && install -d -o 10001 -g 10001 /var/cache/boundedcrop /photos

FROM scratch
LABEL org.opencontainers.image.title="BoundedCrop" \
    org.opencontainers.image.description="Crops pictures without cutting off faces: a service and a command" \
    org.opencontainers.image.licenses="MIT"
# All of it, but without the layers of what was removed.
# hadolint ignore=DL3067
COPY --from=root / /
COPY --from=build /installed/ /
# The caches are in /var/cache/boundedcrop/service, the only folder that the service writes to.
ENV PATH=/usr/local/bin:/usr/bin:/bin \
    BOUNDEDCROP_HOST=0.0.0.0 \
    XDG_CACHE_HOME=/var/cache
VOLUME /var/cache/boundedcrop
WORKDIR /photos
USER 10001:10001
EXPOSE 8888
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["boundedcrop", "serve", "--check-health"]
ENTRYPOINT ["boundedcrop"]
CMD ["serve"]

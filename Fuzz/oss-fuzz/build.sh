#!/bin/bash
# The C targets, built with OSS-Fuzz's compiler and flags ($CC, $CFLAGS, $LIB_FUZZING_ENGINE), as Scripts/fuzz builds them here.
set -eu
cd "$SRC/boundedcrop"
includes=(-ISources/{CCalls,CFaceNetwork,CImageCodecs,COpenCV,CPixelKernels}/include -ISources/CImageCodecs -IFuzz/C -IFuzz/C/support)
cancellation=(-Dbc_is_cancelled=fuzz_is_cancelled)
faults=(-Dmalloc=fuzz_malloc -Dcalloc=fuzz_calloc -Drealloc=fuzz_realloc)
libraries=(-ljpeg -lpng16 -lwebp -lwebpdemux -lwebpmux -llcms2 -lexpat -lz -lopencv_imgproc -lopencv_core)
objects="$WORK/objects"
mkdir -p "$objects" "$OUT/lib"

for source in Sources/CImageCodecs/*.c; do
    $CC $CFLAGS -std=c17 "${includes[@]}" "${faults[@]}" "${cancellation[@]}" -c "$source" -o "$objects/$(basename "$source").o"
done
for source in Sources/CCalls/*.c Fuzz/C/support/*.c; do
    $CC $CFLAGS -std=c17 "${includes[@]}" -c "$source" -o "$objects/$(basename "$source").o"
done
# OpenCV's shared libraries are built with the system's C++ library.
for source in Sources/{CFaceNetwork,CImageCodecs,COpenCV,CPixelKernels}/*.cpp; do
    $CXX ${CXXFLAGS/-stdlib=libc++/} -std=c++17 -Wno-c23-extensions "${includes[@]}" "${cancellation[@]}" -isystemSources/COpenCV/.opencv{4,5} \
        -c "$source" -o "$objects/$(basename "$source").o"
done
rm -f "$WORK/shims.a"
ar rc "$WORK/shims.a" "$objects"/*.o

link() {
    $CXX ${CXXFLAGS/-stdlib=libc++/} "$1" "$WORK/shims.a" "${@:3}" -Wl,--as-needed "${libraries[@]}" -Wl,--disable-new-dtags,-rpath,'$ORIGIN/lib' -o "$2"
}
$CC $CFLAGS -std=c17 "${includes[@]}" -c Fuzz/C/seeds/main.c -o "$WORK/seeds.o"
link "$WORK/seeds.o" "$WORK/seeds"
Fuzz/make-seeds "$WORK/seeds" "$WORK/corpora"

# The containers that run the targets lack the libraries.
copy_libraries() {
    ldd "$1" | awk '$3 ~ /^\// { print $3 }' | grep -v -E '/(libc|libm|libpthread|libdl|librt)\.so' | xargs -r -I{} cp -n {} "$OUT/lib/"
}
# These are opened by name when a file needs them.
for name in avif brotlidec fontconfig gdk_pixbuf-2.0 gif heif jxl openjp2 raw_r rsvg-2 tiff; do
    library=$(readlink -f "$($CC -print-file-name="lib$name.so")")
    soname=$(objdump -p "$library" | awk '$1 == "SONAME" { print $2 }')
    cp "$library" "$OUT/lib/$soname"
    copy_libraries "$library"
done

for source in Fuzz/C/*.c; do
    target=$(basename "$source" .c)
    $CC $CFLAGS -std=c17 "${includes[@]}" -c "$source" -o "$WORK/$target.o"
    link "$WORK/$target.o" "$OUT/$target" $LIB_FUZZING_ENGINE
    copy_libraries "$OUT/$target"
    mkdir -p "$WORK/corpora/$target"
    if [ -d "Fuzz/regressions/$target" ]; then cp "Fuzz/regressions/$target"/* "$WORK/corpora/$target/"; fi
    zip -q -j "$OUT/${target}_seed_corpus.zip" "$WORK/corpora/$target"/* || true
    if [ -f "Fuzz/dictionaries/$target.dict" ]; then cp "Fuzz/dictionaries/$target.dict" "$OUT/"; fi
done

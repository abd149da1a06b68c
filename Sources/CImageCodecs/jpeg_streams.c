#include "jpeg_streams.h"

#include <stdlib.h>

// Requires jpeglib.h to be included first.
#include <jerror.h>

#include "CCalls.h"

// MARK: Reading

static void do_nothing_to_read(j_decompress_ptr cinfo) { (void)cinfo; }

static boolean give_next_piece(j_decompress_ptr cinfo) {
    // A few milliseconds of decoding. libjpeg is slightly slower at the end of each piece.
    enum { piece = 64 * 1024 };
    static const JOCTET end_marker[] = {0xFF, JPEG_EOI};
    bc_jpeg_source *source = (bc_jpeg_source *)cinfo->src;
    if (bc_is_cancelled()) { source->stop((j_common_ptr)cinfo); }
    const size_t rest = source->file.length - source->given;
    if (rest == 0) {
        WARNMS(cinfo, JWRN_JPEG_EOF);
        source->is_behind_end = true;
        source->base.next_input_byte = end_marker;
        source->base.bytes_in_buffer = sizeof end_marker;
        return TRUE;
    }
    const size_t length = rest < piece ? rest : piece;
    source->base.next_input_byte = (const JOCTET *)source->file.bytes + source->given;
    source->base.bytes_in_buffer = length;
    source->given += length;
    return TRUE;
}

static void skip(j_decompress_ptr cinfo, long count) {
    bc_jpeg_source *source = (bc_jpeg_source *)cinfo->src;
    if (count <= 0) { return; }
    size_t left = (size_t)count;
    if (left > source->base.bytes_in_buffer) {
        left -= source->base.bytes_in_buffer;
        const size_t rest = source->file.length - source->given;
        source->given += left < rest ? left : rest;
        left = 0;
        (void)give_next_piece(cinfo);
    }
    source->base.next_input_byte += left;
    source->base.bytes_in_buffer -= left;
}

void bc_jpeg_source_start(bc_jpeg_source *source, j_decompress_ptr cinfo, bc_span file, bc_jpeg_stop stop) {
    *source = (bc_jpeg_source){
        .base = {
            .init_source = do_nothing_to_read,
            .fill_input_buffer = give_next_piece,
            .skip_input_data = skip,
            .resync_to_restart = jpeg_resync_to_restart,
            .term_source = do_nothing_to_read,
        },
        .file = file,
        .stop = stop,
    };
    cinfo->src = &source->base;
}

size_t bc_jpeg_source_position(const bc_jpeg_source *source) {
    return source->is_behind_end ? source->file.length : source->given - source->base.bytes_in_buffer;
}

// MARK: Writing

static void do_nothing_to_write(j_compress_ptr cinfo) { (void)cinfo; }

static void offer_rest(bc_jpeg_sink *sink) {
    sink->base.next_output_byte = sink->written.bytes + sink->written.length;
    sink->base.free_in_buffer = sink->capacity - sink->written.length;
}

/// Called when the buffer is full.
static boolean grow(j_compress_ptr cinfo) {
    bc_jpeg_sink *sink = (bc_jpeg_sink *)cinfo->dest;
    if (bc_is_cancelled()) { sink->stop((j_common_ptr)cinfo); }
    uint8_t *grown = sink->capacity <= SIZE_MAX / 2 ? realloc(sink->written.bytes, sink->capacity * 2) : NULL;
    if (!grown) { ERREXIT1(cinfo, JERR_OUT_OF_MEMORY, 0); }
    sink->written.bytes = grown;
    sink->written.length = sink->capacity;
    sink->capacity *= 2;
    offer_rest(sink);
    return TRUE;
}

static void note_length(j_compress_ptr cinfo) {
    bc_jpeg_sink *sink = (bc_jpeg_sink *)cinfo->dest;
    sink->written.length = sink->capacity - sink->base.free_in_buffer;
}

bool bc_jpeg_sink_start(bc_jpeg_sink *sink, j_compress_ptr cinfo, size_t capacity, bc_jpeg_stop stop) {
    *sink = (bc_jpeg_sink){
        .base = {.init_destination = do_nothing_to_write, .empty_output_buffer = grow, .term_destination = note_length},
        .written = {malloc(capacity), 0},
        .capacity = capacity,
        .stop = stop,
    };
    offer_rest(sink);
    cinfo->dest = &sink->base;
    return sink->written.bytes != NULL;
}

#include <string.h>

#include "png_frames.h"

static const uint32_t header_name = BC_PNG_NAME('I', 'H', 'D', 'R'), palette_name = BC_PNG_NAME('P', 'L', 'T', 'E'),
                      transparency_name = BC_PNG_NAME('t', 'R', 'N', 'S'), image_name = BC_PNG_NAME('I', 'D', 'A', 'T'),
                      frame_name = BC_PNG_NAME('f', 'd', 'A', 'T');

static void add_to_head(bc_png_stream *stream, const bc_png_chunk *chunk) {
    const size_t length = bc_png_chunk_head + (size_t)chunk->length + bc_png_chunk_tail;
    memcpy(stream->head + stream->head_length, chunk->data - bc_png_chunk_head, length);
    stream->head_length += length;
}

void bc_png_stream_create(bc_png_stream *stream, bc_span file) {
    *stream = (bc_png_stream){.file = file, .head_length = bc_png_signature_length};
    memcpy(stream->head, file.bytes, bc_png_signature_length);
    size_t position = bc_png_signature_length;
    bc_png_chunk chunk;
    bool has_header = false, has_palette = false, has_transparency = false;
    while (bc_png_take_chunk(file, &position, &chunk) && chunk.name != image_name) {
        const bool is_header = chunk.name == header_name && chunk.length == bc_png_header_length && !has_header;
        // The first of each, as libpng takes them; longer ones are errors there, or ignored.
        const bool is_palette = chunk.name == palette_name && chunk.length <= bc_png_most_palette && !has_palette;
        const bool is_transparency = chunk.name == transparency_name && chunk.length <= bc_png_most_transparency && !has_transparency;
        if (is_header || is_palette || is_transparency) { add_to_head(stream, &chunk); }
        has_header |= is_header;
        has_palette |= is_palette;
        has_transparency |= is_transparency;
    }
}

void bc_png_stream_start(bc_png_stream *stream, const bc_png_frame *frame) {
    uint8_t *header = stream->head + bc_png_signature_length + bc_png_chunk_head;
    bc_png_put_quad(header, frame->drawing.area.width);
    bc_png_put_quad(header + 4, frame->drawing.area.height);
    bc_png_put_quad(header + bc_png_header_length, bc_png_checksum(header - 4, 4 + bc_png_header_length));
    stream->data_name = frame->is_default ? image_name : frame_name;
    stream->position = frame->start;
    stream->chunk = (bc_png_chunk){.name = 0};
    stream->next = bc_png_at_name;
    stream->piece = stream->head;
    stream->piece_length = stream->head_length;
}

/// What precedes the pixels in each chunk.
static size_t skipped_length(const bc_png_stream *stream) { return stream->data_name == frame_name ? bc_png_sequence_length : 0; }

/// Finds the next chunk of the frame's pixels. Other chunks may lie between those of fdAT, but not of IDAT.
static bool find_data(bc_png_stream *stream) {
    const bool had_data = stream->chunk.name == stream->data_name;
    bc_png_chunk *chunk = &stream->chunk;
    while (bc_png_take_chunk(stream->file, &stream->position, chunk)) {
        if (chunk->name == stream->data_name) { return chunk->length >= skipped_length(stream); }
        if (chunk->name == BC_PNG_NAME('f', 'c', 'T', 'L') || (had_data && stream->data_name == image_name)) { return false; }
    }
    return false;
}

/// The checksum of an fdAT as an IDAT: right if it was right, so that libpng notices damage.
static uint32_t image_checksum(const bc_png_chunk *chunk) {
    static const uint8_t name[] = {'I', 'D', 'A', 'T'};
    const uint32_t old_start = bc_png_checksum(chunk->data - 4, 4 + bc_png_sequence_length), new_start = bc_png_checksum(name, sizeof name);
    return bc_png_move_checksum(bc_png_quad(chunk->data + chunk->length), old_start, new_start, chunk->length - bc_png_sequence_length);
}

/// Goes on to the next piece of the stream; false after the last.
static bool advance(bc_png_stream *stream) {
    const bc_png_chunk *chunk = &stream->chunk;
    const size_t skipped = skipped_length(stream);
    stream->piece = stream->made;
    stream->piece_length = bc_png_chunk_head;
    switch (stream->next) {
        case bc_png_at_name:
            if (find_data(stream)) {
                bc_png_put_quad(stream->made, (uint32_t)(chunk->length - skipped));
                bc_png_put_quad(stream->made + 4, image_name);
                stream->next = bc_png_at_data;
            } else {
                bc_png_put_quad(stream->made, 0);
                bc_png_put_quad(stream->made + 4, BC_PNG_NAME('I', 'E', 'N', 'D'));
                stream->next = bc_png_at_end;
            }
            return true;
        case bc_png_at_data:
            stream->piece = chunk->data + skipped;
            stream->piece_length = chunk->length - skipped;
            stream->next = bc_png_at_checksum;
            return true;
        case bc_png_at_checksum:
            bc_png_put_quad(stream->made, skipped > 0 ? image_checksum(chunk) : bc_png_quad(chunk->data + chunk->length));
            stream->piece_length = bc_png_chunk_tail;
            stream->next = bc_png_at_name;
            return true;
        case bc_png_at_end: break;
    }
    stream->piece_length = 0;
    return false;
}

bool bc_png_stream_read(bc_png_stream *stream, uint8_t *bytes, size_t length) {
    while (length > 0) {
        if (stream->piece_length == 0) {
            if (!advance(stream)) { return false; }
            continue;
        }
        const size_t count = length < stream->piece_length ? length : stream->piece_length;
        memcpy(bytes, stream->piece, count);
        stream->piece += count;
        stream->piece_length -= count;
        bytes += count;
        length -= count;
    }
    return true;
}

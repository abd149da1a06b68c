#include <stdlib.h>
#include <string.h>

#include "gif.h"

/// What giflib reads: a header without a palette, then the file from the frame's descriptor on.
typedef struct {
    const uint8_t *header;
    size_t header_length;
    const uint8_t *bytes;
    size_t length;
} frame_file;

static size_t read_part(const uint8_t **from, size_t *available, GifByteType *bytes, size_t wanted) {
    const size_t count = wanted < *available ? wanted : *available;
    memcpy(bytes, *from, count);
    *from += count;
    *available -= count;
    return count;
}

static int read_bytes(GifFileType *gif, GifByteType *bytes, int count) {
    frame_file *file = gif->UserData;
    const size_t wanted = count > 0 ? (size_t)count : 0;
    const size_t first = read_part(&file->header, &file->header_length, bytes, wanted);
    return (int)(first + read_part(&file->bytes, &file->length, bytes + first, wanted - first));
}

/// The row of the frame that comes `index`th in the file.
static uint32_t row_at(const bc_gif_frame *frame, uint32_t index) {
    static const struct { uint32_t start, step; } passes[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
    if (!frame->interlaced) { return index; }
    for (size_t pass = 0; pass < sizeof passes / sizeof *passes; ++pass) {
        const uint32_t start = passes[pass].start, step = passes[pass].step;
        const uint32_t count = frame->height > start ? (frame->height - start + step - 1) / step : 0;
        if (index < count) { return start + index * step; }
        index -= count;
    }
    return frame->height - 1;
}

static int32_t report_code(const bc_gif_frame *frame, uint32_t row, int code, bc_error *error) {
    if (code == D_GIF_ERR_NOT_ENOUGH_MEM) { return bc_report_out_of_memory(error); }
    const char *reason = code == D_GIF_ERR_READ_FAILED    ? "the file ends too early"
                         : code == D_GIF_ERR_EOF_TOO_SOON ? "the pixels end too early"
                                                          : "damaged pixels";
    return bc_report(error, BC_MALFORMED, "%s, in row %u of %u of frame %u", reason, row, frame->height, frame->number);
}

int32_t bc_gif_read_rows(bc_span file, const bc_gif_frame *frame, uint32_t end, uint8_t *row, bc_gif_take_row *take, void *context,
                         uint32_t *rows_read, bc_error *error) {
    static const uint8_t header[] = {'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0, 0, 0};
    frame_file source = {header, sizeof header, (const uint8_t *)file.bytes + frame->start, file.length - frame->start};
    *rows_read = 0;
    int32_t status = bc_gif_open_library(error);
    if (status != BC_OK) { return status; }
    int code = 0;
    GifFileType *gif = bc_gif.open_input(&source, read_bytes, &code);
    if (!gif) { return report_code(frame, 0, code, error); }
    GifRecordType type;
    if (bc_gif.get_record_type(gif, &type) == GIF_ERROR || bc_gif.get_image(gif) == GIF_ERROR) {
        status = report_code(frame, 0, gif->Error, error);
    }
    // The last row of an interlaced frame may come early.
    const uint32_t count = frame->interlaced ? frame->height : end;
    for (uint32_t index = 0; status == BC_OK && index < count; ++index) {
        if (bc_is_cancelled()) {
            status = bc_report_cancelled(error);
        } else if (bc_gif.get_line(gif, row, (int)frame->width) == GIF_ERROR) {
            status = report_code(frame, index, gif->Error, error);
        } else {
            take(context, row_at(frame, index), row);
            ++*rows_read;
        }
    }
    bc_gif.close_input(gif, &code);
    return status;
}

#include "gif_output.h"

#include <stdlib.h>
#include <string.h>

static bool append(bc_gif_output *output, const void *bytes, size_t count) {
    if (count == 0 || output->is_out_of_memory) { return !output->is_out_of_memory; }
    if (count > output->capacity - output->file.length) {
        const size_t needed = output->file.length + count, doubled = output->capacity * 2;
        const size_t capacity = needed > doubled ? needed + 4096 : doubled;
        uint8_t *grown = realloc(output->file.bytes, capacity);
        if (!grown) {
            output->is_out_of_memory = true;
            return false;
        }
        output->file.bytes = grown;
        output->capacity = capacity;
    }
    memcpy(output->file.bytes + output->file.length, bytes, count);
    output->file.length += count;
    return true;
}

static int write_bytes(GifFileType *gif, const GifByteType *bytes, int count) {
    return append(gif->UserData, bytes, (size_t)count) ? count : 0;
}

static void append_application(bc_gif_output *output, const char *name) {
    static const uint8_t head[] = {0x21, bc_gif_application, bc_gif_application_name_length};
    append(output, head, sizeof head);
    append(output, name, bc_gif_application_name_length);
}

static void append_loop_count(bc_gif_output *output, uint32_t loop_count) {
    if (loop_count == 1) { return; }
    // The file counts repetitions after the first time.
    const uint32_t repetitions = loop_count == 0 ? 0 : loop_count - 1 < 65535 ? loop_count - 1 : 65535;
    const uint8_t block[] = {3, 1, (uint8_t)repetitions, (uint8_t)(repetitions >> 8), 0};
    append_application(output, "NETSCAPE2.0");
    append(output, block, sizeof block);
}

static void append_metadata(bc_gif_output *output, bc_metadata metadata) {
    const uint8_t end = 0;
    if (metadata.icc_profile.length > 0) {
        append_application(output, "ICCRGBG1012");
        const uint8_t *bytes = metadata.icc_profile.bytes;
        for (size_t position = 0, count; position < metadata.icc_profile.length; position += count) {
            const size_t rest = metadata.icc_profile.length - position;
            count = rest < 255 ? rest : 255;
            append(output, &(uint8_t){(uint8_t)count}, 1);
            append(output, bytes + position, count);
        }
        append(output, &end, 1);
    }
    // A zero byte in the packet would end the extension for those who skip sub-blocks.
    if (metadata.xmp.length > 0 && !memchr(metadata.xmp.bytes, 0, metadata.xmp.length)) {
        append_application(output, "XMP DataXMP");
        append(output, metadata.xmp.bytes, metadata.xmp.length);
        // Wherever in the packet a reader of sub-blocks leaves off, it comes from here to the end.
        uint8_t trailer[258] = {1};
        for (uint32_t index = 1; index < 257; ++index) { trailer[index] = (uint8_t)(256 - index); }
        append(output, trailer, sizeof trailer);
    }
}

static void append_control(bc_gif_output *output, const bc_gif_image *image) {
    const bool has_transparency = image->transparent != bc_gif_opaque;
    const uint8_t block[] = {
        0x21, 0xF9, 4, (uint8_t)(image->disposal << 2 | has_transparency), (uint8_t)image->delay, (uint8_t)(image->delay >> 8),
        has_transparency ? (uint8_t)image->transparent : 0, 0,
    };
    append(output, block, sizeof block);
}

static int32_t report_failure(const bc_gif_output *output, bc_error *error) {
    const int code = output->gif ? output->gif->Error : 0;
    if (output->is_out_of_memory || code == E_GIF_ERR_NOT_ENOUGH_MEM) { return bc_report_out_of_memory(error); }
    return bc_report(error, BC_FAILED, "giflib error %d", code);
}

static uint32_t size_of(const bc_gif_image *image) {
    const uint32_t transparent_end = image->transparent == bc_gif_opaque ? 0 : (uint32_t)image->transparent + 1;
    const uint32_t needed = image->color_count > transparent_end ? image->color_count : transparent_end;
    uint32_t size = 2;
    while (size < needed) { size *= 2; }
    return size;
}

/// The image's palette for giflib, filled up with black.
static ColorMapObject *make_map(const bc_gif_image *image) {
    ColorMapObject *map = bc_gif.make_map((int)size_of(image), NULL);
    for (uint32_t index = 0; map && index < image->color_count; ++index) {
        const uint8_t *color = image->palette + (size_t)index * 3;
        map->Colors[index] = (GifColorType){color[0], color[1], color[2]};
    }
    return map;
}

int32_t bc_gif_output_start(bc_gif_output *output, uint32_t width, uint32_t height, uint32_t loop_count, bc_metadata metadata,
                            const bc_gif_image *first, bc_error *error) {
    int code = 0;
    output->gif = bc_gif.open_output(output, write_bytes, &code);
    if (!output->gif) { return bc_report_out_of_memory(error); }
    bc_gif.set_version(output->gif, true);
    ColorMapObject *map = make_map(first);
    if (!map) { return bc_report_out_of_memory(error); }
    const int status = bc_gif.put_screen(output->gif, (int)width, (int)height, 8, 0, map);
    bc_gif.free_map(map);
    if (status == GIF_ERROR) { return report_failure(output, error); }
    memcpy(output->global_palette, first->palette, (size_t)first->color_count * 3);
    output->global_color_count = first->color_count;
    append_loop_count(output, loop_count);
    append_metadata(output, metadata);
    return output->is_out_of_memory ? bc_report_out_of_memory(error) : BC_OK;
}

int32_t bc_gif_output_add(bc_gif_output *output, const bc_gif_image *image, uint32_t canvas_width, bc_error *error) {
    append_control(output, image);
    const bool is_global = image->color_count == output->global_color_count
                           && memcmp(image->palette, output->global_palette, (size_t)image->color_count * 3) == 0
                           && (int)size_of(image) <= output->gif->SColorMap->ColorCount;
    ColorMapObject *map = is_global ? NULL : make_map(image);
    if (!is_global && !map) { return bc_report_out_of_memory(error); }
    if (is_global && output->gif->Image.ColorMap) {
        // giflib forgets the previous image's palette without freeing it if the next has none.
        bc_gif.free_map(output->gif->Image.ColorMap);
        output->gif->Image.ColorMap = NULL;
    }
    int status = bc_gif.put_image(output->gif, (int)image->left, (int)image->top, (int)image->width, (int)image->height, false, map);
    if (map) { bc_gif.free_map(map); }
    for (uint32_t y = 0; status != GIF_ERROR && y < image->height; ++y) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        status = bc_gif.put_line(output->gif, image->indices + (size_t)(image->top + y) * canvas_width + image->left, (int)image->width);
    }
    return status == GIF_ERROR || output->is_out_of_memory ? report_failure(output, error) : BC_OK;
}

int32_t bc_gif_output_finish(bc_gif_output *output, bc_bytes *file, bc_error *error) {
    int code = 0;
    const int status = bc_gif.close_output(output->gif, &code);
    output->gif = NULL;
    if (status == GIF_ERROR || output->is_out_of_memory) { return report_failure(output, error); }
    *file = output->file;
    output->file = (bc_bytes){NULL, 0};
    return BC_OK;
}

void bc_gif_output_destroy(bc_gif_output *output) {
    int code = 0;
    if (output->gif) { bc_gif.close_output(output->gif, &code); }
    bc_bytes_free(output->file);
}

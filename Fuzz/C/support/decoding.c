#include "decoding.h"

#include "faults.h"
#include "pixels.h"
#include "profiles.h"

/// Like the library's ImageLimits: larger pictures are not decoded. The limit is small, to allow many executions.
static const uint64_t most_pixels = 2000000, most_working_bytes = 64000000;

static const char *check_error(const fuzz_decoder *decoder, int32_t status, const bc_error *error) {
    fuzz_require(status >= BC_OK && status <= BC_LIMIT_EXCEEDED && status != BC_END, "%s: status %d", decoder->name, status);
    fuzz_require(status == BC_OK || status == error->code, "%s: status %d, but the error's code is %d", decoder->name, status,
                 error->code);
    fuzz_require(memchr(error->message, 0, sizeof error->message), "%s: an unterminated message", decoder->name);
    fuzz_require(status == BC_OK || error->message[0] != 0 || status == BC_CANCELLED, "%s: failed without a reason",
                 decoder->name);
    return error->message;
}

static int32_t decode(const fuzz_decoder *decoder, bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *output) {
    bc_error error = {0};
    const int32_t status = decoder->decode(file, region, transform, output, &error);
    check_error(decoder, status, &error);
    return status;
}

/// Decodes the region again, while memory runs out or the work is cancelled.
static void decode_with_faults(const fuzz_decoder *decoder, bc_span file, bc_region region, const bc_color_transform *transform,
                               uint32_t allocation, uint32_t question) {
    const size_t length = (size_t)region.width * region.height * decoder->channels;
    uint8_t *output = fuzz_filled(length, 0);
    fuzz_faults_start(allocation, question);
    const int32_t status = decode(decoder, file, region, transform, output);
    fuzz_require(!fuzz_was_cancelled() || status != BC_OK, "%s: completed although it was cancelled", decoder->name);
    fuzz_faults_stop();
    if (status == BC_OK && decoder->channels == 4) {
        fuzz_require_premultiplied(output, length / 4, decoder->name);
    }
    free(output);
}

static void compare_with_whole(const fuzz_decoder *decoder, bc_span file, bc_region region, uint32_t columns, uint32_t rows,
                               const bc_color_transform *transform, const uint8_t *part) {
    const bc_region whole = {.shrink = region.shrink, .width = columns, .height = rows};
    const size_t pixel = decoder->channels;
    uint8_t *output = fuzz_filled((size_t)columns * rows * pixel, 0x55);
    if (decode(decoder, file, whole, transform, output) == BC_OK) {
        for (uint32_t row = 0; row < region.height; ++row) {
            const uint8_t *expected = output + ((size_t)(region.y + row) * columns + region.x) * pixel;
            const uint8_t *found = part + (size_t)row * region.width * pixel;
            fuzz_require(memcmp(expected, found, region.width * pixel) == 0,
                         "%s: row %u of the region at (%u, %u) of %ux%u, shrunk by %u, differs from the whole %ux%u", decoder->name,
                         row, region.x, region.y, region.width, region.height, region.shrink, columns, rows);
        }
    }
    free(output);
}

static bc_region choose_region(fuzz_input *input, const fuzz_decoder *decoder, uint32_t *columns, uint32_t *rows) {
    const uint32_t number = fuzz_byte(input);
    const uint32_t shrink = decoder->shrinks ? decoder->shrinks[number % decoder->shrink_count] : number % 40 + 1;
    *columns = (*columns + shrink - 1) / shrink;
    *rows = (*rows + shrink - 1) / shrink;
    bc_region region = {.shrink = shrink, .width = *columns, .height = *rows};
    if (fuzz_byte(input) & 1) {
        region.x = fuzz_below(input, *columns);
        region.y = fuzz_below(input, *rows);
        region.width = 1 + fuzz_below(input, *columns - region.x);
        region.height = 1 + fuzz_below(input, *rows - region.y);
    } else {
        input->next += 8;
    }
    return region;
}

void fuzz_decode(fuzz_input *input, const fuzz_decoder *decoder) {
    const bc_span file = {input->file, input->length};
    bc_image_header header = {0};
    bc_error error = {0};
    const int32_t status = decoder->read_header(file, &header, &error);
    check_error(decoder, status, &error);
    if (status != BC_OK || header.width == 0 || header.height == 0) { return; }
    if ((uint64_t)header.width * header.height > most_pixels || header.working_bytes > most_working_bytes) { return; }
    if (decoder->channels == 1 && header.color == BC_COLOR_CMYK) { return; }

    uint32_t columns = header.width, rows = header.height;
    bc_region region = choose_region(input, decoder, &columns, &rows);
    const uint32_t flags = fuzz_byte(input);
    region.allow_truncated = flags & 1;
    const bool corrects = flags & 2 && decoder->channels == 4;
    const bc_color_transform *transform = corrects ? fuzz_transform(header.color) : NULL;

    const size_t length = (size_t)region.width * region.height * decoder->channels;
    uint8_t *first = fuzz_filled(length, 0), *second = fuzz_filled(length, 0xFF);
    const int32_t first_status = decode(decoder, file, region, transform, first);
    const int32_t second_status = decode(decoder, file, region, transform, second);
    fuzz_require(decoder->varies || first_status == second_status, "%s: two runs ended in %d and %d", decoder->name, first_status, second_status);
    if (first_status == BC_OK) {
        if (!decoder->varies) { fuzz_require_equal(first, second, length, decoder->name); }
        if (decoder->channels == 4) { fuzz_require_premultiplied(first, length / 4, decoder->name); }
        const bool is_part = region.width < columns || region.height < rows;
        if (decoder->regions_are_exact && is_part && !region.allow_truncated) {
            compare_with_whole(decoder, file, region, columns, rows, transform, first);
        }
    }
    free(first);
    free(second);
    const uint32_t allocation = fuzz_byte(input), question = fuzz_byte(input);
    if (flags & 4) { decode_with_faults(decoder, file, region, transform, allocation % 8, question); }

    // A region that extends beyond the picture is refused.
    region.x += columns;
    uint8_t *none = fuzz_filled(length, 0);
    fuzz_require(decode(decoder, file, region, NULL, none) != BC_OK, "%s: accepted a region outside the picture", decoder->name);
    free(none);
}

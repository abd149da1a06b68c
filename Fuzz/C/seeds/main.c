// Writes small pictures and profiles that the fixtures lack: `seeds FOLDER`. JPEGs with every sampling and coding, WebPs whose header
// contradicts their content, and a profile for each color model.
#include <stdio.h>

// Requires stdio.h to be included first.
#include <jpeglib.h>

#include "CImageCodecs.h"
#include "support/pixels.h"
#include "support/profiles.h"

static const char *folder;

static void write_file(const char *name, const void *bytes, size_t length) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

typedef struct {
    int horizontal, vertical, components;
    J_COLOR_SPACE color;
    bool progressive, arithmetic;
    unsigned restart, width, height;
} jpeg;

static void write_jpeg(jpeg kind) {
    struct jpeg_compress_struct cinfo;
    struct jpeg_error_mgr manager;
    unsigned char *bytes = NULL;
    unsigned long length = 0;
    cinfo.err = jpeg_std_error(&manager);
    jpeg_create_compress(&cinfo);
    jpeg_mem_dest(&cinfo, &bytes, &length);
    cinfo.image_width = kind.width;
    cinfo.image_height = kind.height;
    cinfo.input_components = kind.components;
    cinfo.in_color_space = kind.components == 1 ? JCS_GRAYSCALE : kind.components == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&cinfo);
    jpeg_set_colorspace(&cinfo, kind.color);
    jpeg_set_quality(&cinfo, 30, TRUE);
    cinfo.comp_info[0].h_samp_factor = kind.horizontal;
    cinfo.comp_info[0].v_samp_factor = kind.vertical;
    cinfo.arith_code = kind.arithmetic;
    cinfo.restart_interval = kind.restart;
    if (kind.progressive) { jpeg_simple_progression(&cinfo); }
    jpeg_start_compress(&cinfo, TRUE);
    uint8_t *line = fuzz_filled((size_t)kind.width * (size_t)kind.components, 0);
    for (unsigned y = 0; y < kind.height; ++y) {
        for (unsigned x = 0; x < kind.width; ++x) {
            for (int channel = 0; channel < kind.components; ++channel) {
                line[x * (unsigned)kind.components + (unsigned)channel] = (uint8_t)(x * 5 / (1 + (unsigned)channel) + y * 3 * (unsigned)channel);
            }
        }
        JSAMPROW rows[1] = {line};
        jpeg_write_scanlines(&cinfo, rows, 1);
    }
    jpeg_finish_compress(&cinfo);
    jpeg_destroy_compress(&cinfo);
    char name[128];
    snprintf(name, sizeof name, "%dx%d-%d-%d%s%s-%u-%ux%u.jpg", kind.horizontal, kind.vertical, kind.components, kind.color,
             kind.progressive ? "-progressive" : "", kind.arithmetic ? "-arithmetic" : "", kind.restart, kind.width, kind.height);
    write_file(name, bytes, length);
    free(line);
    free(bytes);
}

static void write_jpegs(void) {
    static const int samplings[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {4, 1}, {1, 4}, {4, 2}, {2, 4}, {3, 1}};
    for (size_t index = 0; index < sizeof samplings / sizeof *samplings; ++index) {
        const jpeg plain = {samplings[index][0], samplings[index][1], 3, JCS_YCbCr, .width = 75, .height = 50};
        write_jpeg(plain);
        // Wide enough that decoding a region skips whole blocks.
        jpeg other = plain;
        other.width = 1300;
        other.height = 40;
        write_jpeg(other);
        other = plain;
        other.progressive = true;
        write_jpeg(other);
    }
    write_jpeg((jpeg){1, 1, 1, JCS_GRAYSCALE, .width = 75, .height = 50});
    write_jpeg((jpeg){1, 1, 3, JCS_RGB, .width = 75, .height = 50});
    write_jpeg((jpeg){1, 1, 4, JCS_CMYK, .width = 40, .height = 30});
    write_jpeg((jpeg){2, 2, 4, JCS_YCCK, .progressive = true, .width = 40, .height = 30});
    write_jpeg((jpeg){2, 2, 3, JCS_YCbCr, .restart = 2, .width = 75, .height = 50});
    write_jpeg((jpeg){2, 2, 3, JCS_YCbCr, .arithmetic = true, .width = 75, .height = 50});
}

static void write_webp(const char *name, uint32_t seed, bool lossless, int32_t quality, bool hides_alpha) {
    const uint32_t width = 37, height = 25;
    uint8_t *pixels = fuzz_picture((size_t)width * height, 4, seed);
    bc_bytes file;
    bc_error error;
    if (bc_webp_encode(pixels, width, height, quality, lossless, (bc_metadata){0}, &file, &error) != BC_OK) { abort(); }
    // The bits after VP8L's signature and size: whether alpha is used, which is only a hint.
    if (hides_alpha) { file.bytes[24] &= (uint8_t)~0x10; }
    write_file(name, file.bytes, file.length);
    bc_bytes_free(file);
    free(pixels);
}

static void write_animation(const char *name, uint32_t seed, bool lossless) {
    const uint32_t width = 37, height = 25;
    bc_error error;
    bc_bytes file;
    bc_webp_animation_writer *animation = bc_webp_animation_create(width, height, 2, 50, lossless, &error);
    for (uint32_t frame = 0; frame < 3; ++frame) {
        uint8_t *pixels = fuzz_picture((size_t)width * height, 4, seed + 4 * frame);
        if (bc_webp_animation_add(animation, pixels, (int32_t)frame * 40, &error) != BC_OK) { abort(); }
        free(pixels);
    }
    if (bc_webp_animation_finish(animation, 120, (bc_metadata){0}, &file, &error) != BC_OK) { abort(); }
    bc_webp_animation_destroy(animation);
    write_file(name, file.bytes, file.length);
    bc_bytes_free(file);
}

static void write_avif(const char *name, uint32_t seed, bc_subsampling subsampling) {
    const uint32_t width = 37, height = 25;
    uint8_t *pixels = fuzz_picture((size_t)width * height, 4, seed);
    bc_bytes file;
    bc_error error;
    const bc_avif_settings settings = {60, 10, subsampling};
    if (bc_avif_encode(pixels, width, height, settings, (bc_metadata){0}, &file, &error) != BC_OK) { abort(); }
    write_file(name, file.bytes, file.length);
    bc_bytes_free(file);
    free(pixels);
}

static void write_sequence(const char *name, uint32_t seed, bool has_alpha) {
    const uint32_t width = 37, height = 25;
    bc_error error;
    bc_bytes file;
    const bc_avif_settings settings = {50, 10, BC_SUBSAMPLING_420};
    bc_avif_writer *sequence = bc_avif_animation_create(width, height, 0, has_alpha, settings, &error);
    for (uint32_t frame = 0; frame < 3; ++frame) {
        uint8_t *pixels = fuzz_picture((size_t)width * height, 4, seed + 4 * frame);
        if (bc_avif_animation_add(sequence, pixels, (int32_t)frame * 40, &error) != BC_OK) { abort(); }
        free(pixels);
    }
    if (bc_avif_animation_finish(sequence, 120, &file, &error) != BC_OK) { abort(); }
    bc_avif_animation_destroy(sequence);
    write_file(name, file.bytes, file.length);
    bc_bytes_free(file);
}

static void write_profile(const char *name, bc_color_model model) {
    const bc_span profile = fuzz_profile(model);
    write_file(name, profile.bytes, profile.length);
    free((void *)(uintptr_t)profile.bytes);
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: seeds FOLDER\n");
        return 2;
    }
    folder = arguments[1];
    write_jpegs();
    write_webp("lossy.webp", 16, false, 40, false);
    write_webp("lossy-alpha.webp", 12, false, 40, false);
    write_webp("lossless.webp", 16, true, 40, false);
    write_webp("lossless-alpha.webp", 12, true, 40, false);
    write_webp("lossless-hidden-alpha.webp", 33, true, 40, true);
    write_animation("animated-lossy.webp", 8, false);
    write_animation("animated-lossless.webp", 12, true);
    write_avif("opaque.avif", 16, BC_SUBSAMPLING_420);
    write_avif("alpha.avif", 12, BC_SUBSAMPLING_444);
    write_sequence("sequence.avif", 19, false);
    write_sequence("sequence-alpha.avif", 12, true);
    write_profile("gray.icc", BC_COLOR_GRAY);
    write_profile("rgb.icc", BC_COLOR_RGB);
    write_profile("cmyk.icc", BC_COLOR_CMYK);
    return 0;
}

#include <math.h>
#include <string.h>

#include "svg_library.h"

enum {
    /// That of CSS.
    pixels_per_inch = 96,
    pixels_per_em = 16,
    /// What cairo draws at once.
    most_side = 32767,
    /// What parsing took for each byte of a file, and drawing besides, at most: elements of four bytes each take 100 times as much.
    bytes_per_byte = 120,
    bytes_to_start = 16 << 20,
};

static int32_t report(bc_error *error, const char *what, bc_glib_error *_Nullable reason) {
    const char *message = reason && reason->message ? reason->message : "it gives no reason";
    // librsvg has one code for all, and its own limits of elements.
    const bool is_too_much = strstr(message, "exceeded") || strstr(message, "NoMemory");
    const int32_t code = is_too_much ? BC_LIMIT_EXCEEDED : BC_MALFORMED;
    // libxml2 ends its sentences with a line break.
    const int length = (int)strcspn(message, "\n");
    const int32_t status = bc_report(error, code, "librsvg cannot %s the drawing: %.*s", what, length, message);
    if (reason) { bc_svg.g_error_free(reason); }
    return status;
}

static int32_t open_drawing(bc_span file, bc_rsvg_handle **drawing, bc_error *error) {
    const int32_t status = bc_svg_open_library(error);
    if (status != BC_OK) { return status; }
    bc_glib_error *reason = NULL;
    // From memory and without a base, so that librsvg reads nothing else: it would read files next to the base.
    bc_rsvg_handle *opened = bc_svg.rsvg_handle_new_from_data(file.bytes, file.length, &reason);
    if (!opened) { return report(error, "read", reason); }
    bc_svg.rsvg_handle_set_dpi(opened, pixels_per_inch);
    *drawing = opened;
    return BC_OK;
}

// MARK: Size

/// A side in pixels; below 0 for a percentage, which says nothing without a page around it.
static double pixels(bc_rsvg_length side) {
    switch (side.unit) {
        case BC_RSVG_PIXELS: return side.length;
        case BC_RSVG_EM: return side.length * pixels_per_em;
        case BC_RSVG_EX: return side.length * pixels_per_em / 2;
        case BC_RSVG_INCHES: return side.length * pixels_per_inch;
        case BC_RSVG_CENTIMETERS: return side.length * pixels_per_inch / 2.54;
        case BC_RSVG_MILLIMETERS: return side.length * pixels_per_inch / 25.4;
        case BC_RSVG_POINTS: return side.length * pixels_per_inch / 72;
        case BC_RSVG_PICAS: return side.length * pixels_per_inch / 6;
        case BC_RSVG_PERCENT: return -1;
    }
    return -1;
}

typedef struct {
    double width, height;
} extent;

/// The natural size (CSS Images 3, section 5.2).
static extent natural_size(bc_rsvg_handle *drawing) {
    extent size;
    // Knows the size of the root's font.
    if (bc_svg.rsvg_handle_get_intrinsic_size_in_pixels(drawing, &size.width, &size.height)) { return size; }
    int has_width, has_height, has_box;
    bc_rsvg_length width, height;
    bc_rsvg_rectangle box;
    bc_svg.rsvg_handle_get_intrinsic_dimensions(drawing, &has_width, &width, &has_height, &height, &has_box, &box);
    size = (extent){has_width ? pixels(width) : -1, has_height ? pixels(height) : -1};
    const bool has_shape = has_box && box.width > 0 && box.height > 0;
    if (size.width < 0 && size.height < 0) { return has_shape ? (extent){box.width, box.height} : (extent){300, 150}; }
    if (size.width < 0) { size.width = has_shape ? size.height * box.width / box.height : 300; }
    if (size.height < 0) { size.height = has_shape ? size.width * box.height / box.width : 150; }
    return size;
}

/// Of a drawing that is larger than any limit, less than it says.
static uint32_t rounded(double side) { return side < 1 ? 1 : side > 1e9 ? 1000000000 : (uint32_t)lround(side); }

static int32_t read_size(bc_rsvg_handle *drawing, extent *size, bc_error *error) {
    *size = natural_size(drawing);
    if (size->width > 0 && size->height > 0) { return BC_OK; }
    return bc_report(error, BC_MALFORMED, "the drawing says that it is %gx%g pixels", size->width, size->height);
}

int32_t bc_svg_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    bc_rsvg_handle *drawing;
    int32_t status = open_drawing(file, &drawing, error);
    if (status != BC_OK) { return status; }
    extent size;
    status = read_size(drawing, &size, error);
    bc_svg.g_object_unref(drawing);
    if (status != BC_OK) { return status; }
    *header = (bc_image_header){
        .width = rounded(size.width),
        .height = rounded(size.height),
        .color = BC_COLOR_RGB,
        .has_alpha = true,
        .working_bytes = bytes_to_start + (uint64_t)file.length * bytes_per_byte,
        .is_upright = true,
    };
    return BC_OK;
}

// MARK: Pixels

/// Turns cairo's pixels into RGBA, in place.
static void reorder(uint8_t *rgba, size_t count) {
    for (size_t index = 0; index < count; ++index) {
        uint32_t pixel;
        memcpy(&pixel, rgba + index * 4, sizeof pixel);
        const uint8_t bytes[] = {(uint8_t)(pixel >> 16), (uint8_t)(pixel >> 8), (uint8_t)pixel, (uint8_t)(pixel >> 24)};
        memcpy(rgba + index * 4, bytes, sizeof bytes);
    }
}

static bool has_part(bc_region region) { return region.part_width > 0 && region.part_height > 0; }

static bool is_inside(bc_region region, uint32_t width, uint32_t height) {
    if (!has_part(region)) { return bc_region_is_inside(region, width, height); }
    const bool is_empty = region.width == 0 || region.height == 0;
    return !is_empty && (uint64_t)region.part_x + region.part_width <= width && (uint64_t)region.part_y + region.part_height <= height;
}

/// Where the cells of one axis begin and how long they are, in pixels of the picture.
static void cover(uint32_t first, uint32_t count, bc_region region, uint32_t side, double *start, double *length) {
    const double cell = (double)region.shrink / (double)bc_region_magnify(region);
    *start = first * cell;
    *length = fmin((first + (double)count) * cell, side) - *start;
}

static int32_t draw(bc_rsvg_handle *drawing, extent size, bc_region region, bc_cairo *context, bc_error *error) {
    const uint32_t width = rounded(size.width), height = rounded(size.height);
    bc_rsvg_rectangle window = {region.part_x, region.part_y, region.part_width, region.part_height};
    if (!has_part(region)) {
        cover(region.x, region.width, region, width, &window.x, &window.width);
        cover(region.y, region.height, region, height, &window.y, &window.height);
    }
    bc_svg.cairo_scale(context, region.width / window.width, region.height / window.height);
    bc_svg.cairo_translate(context, -window.x, -window.y);
    bc_svg.cairo_scale(context, width / size.width, height / size.height);
    const bc_rsvg_rectangle whole = {0, 0, size.width, size.height};
    bc_glib_error *reason = NULL;
    return bc_svg.rsvg_handle_render_document(drawing, context, &whole, &reason) ? BC_OK : report(error, "draw", reason);
}

static int32_t draw_into(bc_rsvg_handle *drawing, extent size, bc_region region, uint8_t *rgba, bc_error *error) {
    const size_t count = (size_t)region.width * region.height;
    memset(rgba, 0, count * 4);
    bc_cairo_surface *surface = bc_svg.cairo_image_surface_create_for_data(rgba, BC_CAIRO_ARGB32, (int)region.width, (int)region.height,
                                                                           (int)region.width * 4);
    bc_cairo *context = bc_svg.cairo_create(surface);
    int32_t status = draw(drawing, size, region, context, error);
    const int failure = bc_svg.cairo_status(context);
    if (status == BC_OK && failure != 0) {
        status = bc_report(error, BC_FAILED, "cairo cannot draw: %s", bc_svg.cairo_status_to_string(failure));
    }
    bc_svg.cairo_destroy(context);
    bc_svg.cairo_surface_finish(surface);
    bc_svg.cairo_surface_destroy(surface);
    reorder(rgba, count);
    return status;
}

int32_t bc_svg_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    (void)transform;
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    bc_rsvg_handle *drawing;
    int32_t status = open_drawing(file, &drawing, error);
    if (status != BC_OK) { return status; }
    extent size;
    status = read_size(drawing, &size, error);
    if (status == BC_OK && !is_inside(region, rounded(size.width), rounded(size.height))) {
        status = bc_report(error, BC_FAILED, "the region lies outside the picture of %gx%g", size.width, size.height);
    }
    if (status == BC_OK && (region.width > most_side || region.height > most_side)) {
        status = bc_report(error, BC_LIMIT_EXCEEDED, "a drawing of %ux%u exceeds the %d pixels along a side that cairo draws", region.width,
                           region.height, most_side);
    }
    if (status == BC_OK) { status = draw_into(drawing, size, region, rgba, error); }
    bc_svg.g_object_unref(drawing);
    return status;
}

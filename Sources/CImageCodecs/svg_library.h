// librsvg's functions, and those of cairo and GLib that it comes with, taken when the first drawing arrives.
//
// They are declared here, because librsvg's headers include those of cairo, GdkPixbuf and GLib, which lie in five folders, one of them
// named for the processor. The declarations are part of the libraries' stable binary interfaces.
#ifndef BOUNDEDCROP_CIMAGECODECS_SVG_LIBRARY_H
#define BOUNDEDCROP_CIMAGECODECS_SVG_LIBRARY_H

#include "internal.h"

#pragma clang assume_nonnull begin

typedef struct bc_rsvg_handle bc_rsvg_handle;
typedef struct bc_cairo_surface bc_cairo_surface;
typedef struct bc_cairo bc_cairo;

/// GError.
typedef struct {
    uint32_t domain;
    int32_t code;
    char *_Nullable message;
} bc_glib_error;

/// RsvgUnit.
typedef enum {
    BC_RSVG_PERCENT,
    BC_RSVG_PIXELS,
    BC_RSVG_EM,
    BC_RSVG_EX,
    BC_RSVG_INCHES,
    BC_RSVG_CENTIMETERS,
    BC_RSVG_MILLIMETERS,
    BC_RSVG_POINTS,
    BC_RSVG_PICAS,
} bc_rsvg_unit;

/// RsvgLength; a percentage is a share.
typedef struct {
    double length;
    bc_rsvg_unit unit;
} bc_rsvg_length;

/// RsvgRectangle.
typedef struct {
    double x, y, width, height;
} bc_rsvg_rectangle;

/// CAIRO_FORMAT_ARGB32: premultiplied, in the processor's order of bytes.
enum { BC_CAIRO_ARGB32 = 0 };

/// Results, names and arguments.
#define BC_SVG_FUNCTIONS(USE)                                                                                               \
    USE(bc_rsvg_handle *_Nullable, rsvg_handle_new_from_data, (const uint8_t *, size_t, bc_glib_error *_Nullable *_Nonnull))\
    USE(void, rsvg_handle_set_dpi, (bc_rsvg_handle *, double))                                                              \
    USE(int, rsvg_handle_get_intrinsic_size_in_pixels, (bc_rsvg_handle *, double *, double *))                              \
    USE(void, rsvg_handle_get_intrinsic_dimensions,                                                                         \
        (bc_rsvg_handle *, int *, bc_rsvg_length *, int *, bc_rsvg_length *, int *, bc_rsvg_rectangle *))                   \
    USE(int, rsvg_handle_render_document,                                                                                   \
        (bc_rsvg_handle *, bc_cairo *, const bc_rsvg_rectangle *, bc_glib_error *_Nullable *_Nonnull))                      \
    USE(bc_cairo_surface *_Nonnull, cairo_image_surface_create_for_data, (uint8_t *, int, int, int, int))                   \
    USE(int, cairo_surface_status, (bc_cairo_surface *))                                                                    \
    USE(void, cairo_surface_flush, (bc_cairo_surface *))                                                                    \
    USE(void, cairo_surface_finish, (bc_cairo_surface *))                                                                   \
    USE(void, cairo_surface_destroy, (bc_cairo_surface *))                                                                  \
    USE(bc_cairo *_Nonnull, cairo_create, (bc_cairo_surface *))                                                             \
    USE(int, cairo_status, (bc_cairo *))                                                                                    \
    USE(void, cairo_scale, (bc_cairo *, double, double))                                                                    \
    USE(void, cairo_translate, (bc_cairo *, double, double))                                                                \
    USE(const char *_Nonnull, cairo_status_to_string, (int))                                                                \
    USE(void, cairo_destroy, (bc_cairo *))                                                                                  \
    USE(void, g_error_free, (bc_glib_error *))                                                                              \
    USE(void, g_object_unref, (void *))

typedef struct {
#define BC_DECLARE(result, name, arguments) result(*_Nonnull name) arguments;
    BC_SVG_FUNCTIONS(BC_DECLARE)
#undef BC_DECLARE
    /// LIBRSVG_MAJOR_VERSION and so on are variables besides.
    const uint32_t *rsvg_major_version, *rsvg_minor_version, *rsvg_micro_version;
} bc_svg_functions;

extern bc_svg_functions bc_svg;

int32_t bc_svg_open_library(bc_error *error);

#pragma clang assume_nonnull end

#endif

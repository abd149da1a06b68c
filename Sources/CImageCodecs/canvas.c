#include "canvas.h"

#include <stdlib.h>
#include <string.h>

void bc_canvas_plan_frame(bc_canvas_plan *plan, const bc_drawing *drawing) {
    const bc_area area = drawing->area;
    const uint64_t pixels = (uint64_t)area.width * area.height;
    const bool covers = area.width == plan->width && area.height == plan->height, is_first = plan->frame_count++ == 0;
    if (is_first && (!covers || drawing->disposal == bc_disposal_restore)) { plan->has_alpha = true; }
    // What blends with opaque pixels stays opaque.
    if (drawing->has_alpha && (is_first || !drawing->blends)) { plan->has_alpha = true; }
    if (drawing->disposal == bc_disposal_clear) { plan->has_alpha = true; }
    if (drawing->disposal == bc_disposal_restore && pixels > plan->most_covered) { plan->most_covered = pixels; }
}

uint64_t bc_canvas_bytes(const bc_canvas_plan *plan) { return ((uint64_t)plan->width * plan->height + plan->most_covered) * 4; }

bool bc_canvas_create(bc_canvas *canvas, const bc_canvas_plan *plan) {
    *canvas = (bc_canvas){.width = plan->width, .height = plan->height};
    canvas->pixels = calloc((size_t)plan->width * plan->height, 4);
    canvas->covered = plan->most_covered > 0 ? malloc((size_t)plan->most_covered * 4) : NULL;
    return canvas->pixels && (canvas->covered || plan->most_covered == 0);
}

void bc_canvas_destroy(bc_canvas *canvas) {
    free(canvas->pixels);
    free(canvas->covered);
}

uint8_t *bc_canvas_row(const bc_canvas *canvas, uint32_t y) {
    return canvas->pixels + ((size_t)(canvas->area.top + y) * canvas->width + canvas->area.left) * 4;
}

void bc_canvas_start_frame(bc_canvas *canvas, const bc_drawing *drawing) {
    size_t length = (size_t)canvas->area.width * 4;
    for (uint32_t y = 0; y < canvas->area.height; ++y) {
        uint8_t *row = bc_canvas_row(canvas, y);
        if (canvas->disposal == bc_disposal_clear) { memset(row, 0, length); }
        if (canvas->disposal == bc_disposal_restore) { memcpy(row, canvas->covered + y * length, length); }
    }
    canvas->area = drawing->area;
    canvas->disposal = drawing->disposal;
    if (drawing->disposal != bc_disposal_restore) { return; }
    length = (size_t)canvas->area.width * 4;
    for (uint32_t y = 0; y < canvas->area.height; ++y) { memcpy(canvas->covered + y * length, bc_canvas_row(canvas, y), length); }
}

static void blend_row(uint8_t *below, const uint8_t *rgba, uint32_t count) {
    for (uint32_t x = 0; x < count; ++x, below += 4, rgba += 4) {
        const uint32_t rest = 255 - rgba[3];
        if (rest == 0) {
            memcpy(below, rgba, 4);
        } else if (rest < 255) {
            for (int channel = 0; channel < 4; ++channel) {
                below[channel] = (uint8_t)(rgba[channel] + bc_multiply(below[channel], rest));
            }
        }
    }
}

static void draw(bc_canvas *canvas, const uint8_t *rgba, bool blends) {
    const uint32_t width = canvas->area.width;
    for (uint32_t y = 0; y < canvas->area.height; ++y, rgba += (size_t)width * 4) {
        uint8_t *row = bc_canvas_row(canvas, y);
        if (blends) {
            blend_row(row, rgba, width);
        } else {
            memcpy(row, rgba, (size_t)width * 4);
        }
    }
}

void bc_canvas_copy(const bc_canvas *canvas, uint8_t *rgba) { memcpy(rgba, canvas->pixels, (size_t)canvas->width * canvas->height * 4); }

void bc_canvas_show(bc_canvas *canvas, const bc_drawing *drawing, uint8_t *rgba) {
    bc_canvas_start_frame(canvas, drawing);
    draw(canvas, rgba, drawing->blends && drawing->has_alpha);
    bc_canvas_copy(canvas, rgba);
}

int32_t bc_report_frame(bc_error *error, uint32_t number) {
    if (error->code != BC_MALFORMED && error->code != BC_UNSUPPORTED) { return error->code; }
    const bc_error reason = *error;
    return bc_report(error, reason.code, "frame %u: %.480s", number, reason.message);
}

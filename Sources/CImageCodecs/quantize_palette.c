#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "quantize.h"

// Colors are counted in cells of 8x8x8. The cells are divided into boxes where that reduces the variance most, as in X. Wu's method but
// along any list of cells, and k-means refines the boxes' means.
enum { cell_count = 32 * 32 * 32, refinements = 4 };

typedef struct {
    uint64_t red, green, blue;
    uint64_t count;
} cell;

typedef struct {
    float color[3];
    float weight;
} sample;

typedef struct {
    uint32_t start, end;
    double weight, sums[3], squares[3];
} box;

struct bc_histogram {
    cell cells[cell_count];
    /// The cells that are not empty, once they are needed.
    sample samples[cell_count];
    uint32_t sample_count;
    box boxes[bc_most_palette_colors];
};

bc_histogram *bc_histogram_create(void) { return calloc(1, sizeof(bc_histogram)); }
void bc_histogram_destroy(bc_histogram *histogram) { free(histogram); }

void bc_histogram_clear(bc_histogram *histogram) {
    memset(histogram->cells, 0, sizeof histogram->cells);
    histogram->sample_count = 0;
}

void bc_histogram_add(bc_histogram *histogram, uint32_t color) {
    const uint32_t red = color >> 16 & 255, green = color >> 8 & 255, blue = color & 255;
    cell *counted = &histogram->cells[(red >> 3) << 10 | (green >> 3) << 5 | blue >> 3];
    counted->red += red;
    counted->green += green;
    counted->blue += blue;
    ++counted->count;
}

static void collect_samples(bc_histogram *histogram) {
    if (histogram->sample_count > 0) { return; }
    for (uint32_t index = 0; index < cell_count; ++index) {
        const cell counted = histogram->cells[index];
        if (counted.count == 0) { continue; }
        const uint64_t half = counted.count / 2;
        const bc_oklab color = bc_oklab_from_rgb((uint32_t)((counted.red + half) / counted.count),
                                                 (uint32_t)((counted.green + half) / counted.count),
                                                 (uint32_t)((counted.blue + half) / counted.count));
        histogram->samples[histogram->sample_count++] = (sample){{color.l, color.a, color.b}, (float)counted.count};
    }
}

static bc_oklab color_of(const sample *counted) { return (bc_oklab){counted->color[0], counted->color[1], counted->color[2]}; }

bc_palette_error bc_histogram_error(bc_histogram *histogram, const bc_palette *palette) {
    // A difference that is seen between two large areas side by side.
    static const float visible_distance = 0.04f;
    double sum = 0, visible = 0, weight = 0;
    collect_samples(histogram);
    for (uint32_t index = 0; index < histogram->sample_count; ++index) {
        const sample *counted = &histogram->samples[index];
        float distance;
        bc_palette_nearest(palette, color_of(counted), &distance);
        sum += (double)distance * counted->weight;
        weight += counted->weight;
        if (distance > visible_distance * visible_distance) { visible += counted->weight; }
    }
    if (weight == 0) { return (bc_palette_error){0, 0}; }
    return (bc_palette_error){(float)(sum / weight), (float)(visible / weight)};
}

static box box_of(const bc_histogram *histogram, uint32_t start, uint32_t end) {
    box made = {.start = start, .end = end};
    for (uint32_t index = start; index < end; ++index) {
        const sample counted = histogram->samples[index];
        made.weight += counted.weight;
        for (int axis = 0; axis < 3; ++axis) {
            const double value = counted.color[axis];
            made.sums[axis] += value * counted.weight;
            made.squares[axis] += value * value * counted.weight;
        }
    }
    return made;
}

static double variance(const box *measured, int axis) {
    return measured->squares[axis] - measured->sums[axis] * measured->sums[axis] / measured->weight;
}

static double total_variance(const box *measured) {
    if (measured->end - measured->start < 2) { return 0; }
    return variance(measured, 0) + variance(measured, 1) + variance(measured, 2);
}

#define COMPARE(axis)                                                        \
    static int compare_##axis(const void *left, const void *right) {         \
        const float a = ((const sample *)left)->color[axis];                 \
        const float b = ((const sample *)right)->color[axis];                \
        return (a > b) - (a < b);                                            \
    }
COMPARE(0)
COMPARE(1)
COMPARE(2)
#undef COMPARE

static void sort_samples(sample *samples, uint32_t count, int axis) {
    static int (*const comparisons[])(const void *, const void *) = {compare_0, compare_1, compare_2};
    qsort(samples, count, sizeof *samples, comparisons[axis]);
}

/// Where to cut the box so that the least variance is left.
static uint32_t best_cut(const bc_histogram *histogram, const box *cut) {
    double weight = 0, sums[3] = {0, 0, 0}, best = -1;
    uint32_t position = cut->start + 1;
    for (uint32_t index = cut->start; index + 1 < cut->end; ++index) {
        const sample counted = histogram->samples[index];
        weight += counted.weight;
        double gain = 0;
        for (int axis = 0; axis < 3; ++axis) {
            sums[axis] += (double)counted.color[axis] * counted.weight;
            const double rest = cut->sums[axis] - sums[axis];
            gain += sums[axis] * sums[axis] / weight + rest * rest / (cut->weight - weight);
        }
        if (gain > best) {
            best = gain;
            position = index + 1;
        }
    }
    return position;
}

/// Divides the samples into at most `limit` boxes.
static uint32_t divide(bc_histogram *histogram, uint32_t limit) {
    box *boxes = histogram->boxes;
    uint32_t count = 1;
    boxes[0] = box_of(histogram, 0, histogram->sample_count);
    while (count < limit && !bc_is_cancelled()) {
        uint32_t largest = 0;
        for (uint32_t index = 1; index < count; ++index) {
            if (total_variance(&boxes[index]) > total_variance(&boxes[largest])) { largest = index; }
        }
        const box cut = boxes[largest];
        if (total_variance(&cut) <= 0) { break; }
        int axis = variance(&cut, 1) > variance(&cut, 0) ? 1 : 0;
        if (variance(&cut, 2) > variance(&cut, axis)) { axis = 2; }
        sort_samples(histogram->samples + cut.start, cut.end - cut.start, axis);
        const uint32_t position = best_cut(histogram, &cut);
        boxes[largest] = box_of(histogram, cut.start, position);
        boxes[count++] = box_of(histogram, position, cut.end);
    }
    return count;
}

static void set_color(bc_palette *palette, uint32_t index, const box *members) {
    palette->l[index] = (float)(members->sums[0] / members->weight);
    palette->a[index] = (float)(members->sums[1] / members->weight);
    palette->b[index] = (float)(members->sums[2] / members->weight);
}

/// Moves each color to the mean of the samples that are nearest to it.
static void refine(bc_histogram *histogram, bc_palette *palette) {
    memset(histogram->boxes, 0, sizeof histogram->boxes);
    for (uint32_t index = 0; index < histogram->sample_count; ++index) {
        if (index % 1024 == 0 && bc_is_cancelled()) { return; }
        const sample *counted = &histogram->samples[index];
        float distance;
        box *members = &histogram->boxes[bc_palette_nearest(palette, color_of(counted), &distance)];
        members->weight += counted->weight;
        for (int axis = 0; axis < 3; ++axis) { members->sums[axis] += (double)counted->color[axis] * counted->weight; }
    }
    for (uint32_t index = 0; index < palette->count; ++index) {
        if (histogram->boxes[index].weight > 0) { set_color(palette, index, &histogram->boxes[index]); }
    }
}

void bc_histogram_make_palette(bc_histogram *histogram, uint32_t count, bc_palette *palette) {
    collect_samples(histogram);
    palette->count = divide(histogram, count);
    for (uint32_t index = 0; index < palette->count; ++index) { set_color(palette, index, &histogram->boxes[index]); }
    for (int round = 0; round < refinements; ++round) { refine(histogram, palette); }
    for (uint32_t index = 0; index < palette->count; ++index) {
        bc_oklab_to_rgb((bc_oklab){palette->l[index], palette->a[index], palette->b[index]}, palette->rgb + index * 3);
    }
    bc_palette_changed(palette);
    palette->error = bc_histogram_error(histogram, palette);
}

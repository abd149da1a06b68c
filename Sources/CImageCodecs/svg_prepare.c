// What drawing needs of a machine is taken before a sandbox is entered: librsvg's threads, and fonts for text.
#include <string.h>

#include "library.h"
#include "svg_library.h"

typedef struct bc_fc_config bc_fc_config;
typedef struct bc_fc_pattern bc_fc_pattern;
typedef struct bc_pixbuf_format bc_pixbuf_format;

/// GSList.
typedef struct bc_glib_list bc_glib_list;
struct bc_glib_list {
    void *data;
    bc_glib_list *next;
};

enum { BC_FC_MATCH_PATTERN = 0, BC_FC_MATCH = 0, BC_FC_TRUE = 1 };

/// fontconfig's functions. pango and cairo, which librsvg needs, have loaded it.
static struct {
    bc_fc_config *(*FcConfigCreate)(void);
    int (*FcConfigParseAndLoadFromMemory)(bc_fc_config *, const uint8_t *, int);
    int (*FcConfigAppFontAddFile)(bc_fc_config *, const uint8_t *);
    int (*FcConfigSetRescanInterval)(bc_fc_config *, int);
    int (*FcConfigSetCurrent)(bc_fc_config *);
    int (*FcConfigSubstitute)(bc_fc_config *, bc_fc_pattern *, int);
    void (*FcDefaultSubstitute)(bc_fc_pattern *);
    bc_fc_pattern *(*FcFontMatch)(bc_fc_config *, bc_fc_pattern *, int *);
    bc_fc_pattern *(*FcNameParse)(const uint8_t *);
    int (*FcPatternGetString)(bc_fc_pattern *, const char *, int, uint8_t **);
    void (*FcPatternDestroy)(bc_fc_pattern *);
} fonts;

static const bc_symbol symbols[] = {
#define LIST(name) {#name, (void **)&fonts.name}
    LIST(FcConfigCreate),
    LIST(FcConfigParseAndLoadFromMemory),
    LIST(FcConfigAppFontAddFile),
    LIST(FcConfigSetRescanInterval),
    LIST(FcConfigSetCurrent),
    LIST(FcConfigSubstitute),
    LIST(FcDefaultSubstitute),
    LIST(FcFontMatch),
    LIST(FcNameParse),
    LIST(FcPatternGetString),
    LIST(FcPatternDestroy),
#undef LIST
};

static bc_library fontconfig = {
    .soname = "libfontconfig.so.1",
    .package = "libfontconfig1",
    .symbols = symbols,
    .count = sizeof symbols / sizeof *symbols,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

static struct {
    bc_glib_list *(*gdk_pixbuf_get_formats)(void);
    char *(*gdk_pixbuf_format_get_name)(bc_pixbuf_format *);
    void (*gdk_pixbuf_format_set_disabled)(bc_pixbuf_format *, int);
    void (*g_content_type_set_mime_dirs)(const char *const *);
    void (*g_slist_free)(bc_glib_list *);
    void (*g_free)(void *);
} pixbuf;

static const bc_symbol pixbuf_symbols[] = {
#define LIST(name) {#name, (void **)&pixbuf.name}
    LIST(gdk_pixbuf_get_formats),
    LIST(gdk_pixbuf_format_get_name),
    LIST(gdk_pixbuf_format_set_disabled),
    LIST(g_content_type_set_mime_dirs),
    LIST(g_slist_free),
    LIST(g_free),
#undef LIST
};

/// Which decodes embedded pictures for librsvg.
static bc_library gdk_pixbuf = {
    .soname = "libgdk_pixbuf-2.0.so.0",
    .package = "libgdk-pixbuf-2.0-0",
    .symbols = pixbuf_symbols,
    .count = sizeof pixbuf_symbols / sizeof *pixbuf_symbols,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

/// Leaves the formats that need no library of their own, and no lists of media types by which to tell others.
static void choose_formats(void) {
    static const char *const no_folders[] = {NULL};
    pixbuf.g_content_type_set_mime_dirs(no_folders);
    bc_glib_list *formats = pixbuf.gdk_pixbuf_get_formats();
    for (const bc_glib_list *item = formats; item; item = item->next) {
        char *name = pixbuf.gdk_pixbuf_format_get_name(item->data);
        if (strcmp(name, "png") != 0 && strcmp(name, "jpeg") != 0) { pixbuf.gdk_pixbuf_format_set_disabled(item->data, 1); }
        pixbuf.g_free(name);
    }
    pixbuf.g_slist_free(formats);
}

/// One font for each of these; more than ten at once cairo does not keep open.
static const char *const kinds[] = {
    "sans-serif", "sans-serif:bold", "sans-serif:italic", "serif", "serif:bold", "serif:italic", "monospace", "monospace:bold",
};

/// Adds the font that the machine has for this.
static void add_font(bc_fc_config *config, const char *kind) {
    bc_fc_pattern *wanted = fonts.FcNameParse((const uint8_t *)kind);
    if (!wanted) { return; }
    fonts.FcConfigSubstitute(NULL, wanted, BC_FC_MATCH_PATTERN);
    fonts.FcDefaultSubstitute(wanted);
    int result;
    bc_fc_pattern *found = fonts.FcFontMatch(NULL, wanted, &result);
    uint8_t *file;
    if (found && fonts.FcPatternGetString(found, "file", 0, &file) == BC_FC_MATCH) { fonts.FcConfigAppFontAddFile(config, file); }
    if (found) { fonts.FcPatternDestroy(found); }
    fonts.FcPatternDestroy(wanted);
}

/// Leaves only fonts that stay open: any other would have to be opened. The names of kinds keep their meaning.
static void choose_fonts(void) {
    static const char rules[] = "<fontconfig><include ignore_missing=\"yes\">conf.d</include></fontconfig>";
    bc_fc_config *config = fonts.FcConfigCreate();
    if (!config) { return; }
    fonts.FcConfigParseAndLoadFromMemory(config, (const uint8_t *)rules, 0);
    for (size_t index = 0; index < sizeof kinds / sizeof *kinds; ++index) { add_font(config, kinds[index]); }
    // Otherwise fontconfig looks whether files have changed.
    fonts.FcConfigSetRescanInterval(config, 0);
    fonts.FcConfigSetCurrent(config);
}

/// Text in each of the fonts, a picture, and filters, which start threads.
static const char drawing[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"20\">"
    "<filter id=\"a\"><feGaussianBlur stdDeviation=\"2\"/></filter>"
    "<filter id=\"b\"><feDiffuseLighting><fePointLight x=\"1\" y=\"1\" z=\"1\"/></feDiffuseLighting></filter>"
    "<rect width=\"9\" height=\"9\" filter=\"url(#a)\"/><rect width=\"9\" height=\"9\" filter=\"url(#b)\"/>"
    "<image width=\"1\" height=\"1\" href=\"data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==\"/>"
    "<g font-family=\"sans-serif\"><text>A</text><text font-weight=\"bold\">A</text><text font-style=\"italic\">A</text></g>"
    "<g font-family=\"serif\"><text>A</text><text font-weight=\"bold\">A</text><text font-style=\"italic\">A</text></g>"
    "<g font-family=\"monospace\"><text>A</text><text font-weight=\"bold\">A</text></g></svg>";

int32_t bc_svg_prepare(bc_error *error) {
    int32_t status = bc_svg_open_library(error);
    if (status == BC_OK) { status = bc_library_open(&fontconfig, error); }
    if (status == BC_OK) { status = bc_library_open(&gdk_pixbuf, error); }
    if (status != BC_OK) { return status; }
    choose_fonts();
    choose_formats();
    uint8_t rgba[20 * 20 * 4];
    const bc_region region = {.shrink = 1, .width = 20, .height = 20};
    return bc_svg_decode((bc_span){(const uint8_t *)drawing, strlen(drawing)}, region, NULL, rgba, error);
}

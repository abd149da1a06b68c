#include <string.h>
#include <zlib.h>

#include "internal.h"

enum { most_text = 4096 };

/// The start of a file as text of one byte for each character; those that are not ASCII are of no interest.
typedef struct {
    char characters[most_text];
    size_t length;
} start_text;

/// The start of what gzip compressed; as it is if that is something else.
static bc_span unpacked(bc_span start, uint8_t *memory) {
    const uint8_t *bytes = start.bytes;
    if (start.length < 2 || bytes[0] != 0x1F || bytes[1] != 0x8B) { return start; }
    z_stream stream = {.next_in = (uint8_t *)(uintptr_t)bytes, .avail_in = (uInt)(start.length < most_text ? start.length : most_text)};
    enum { gzip_window = 15 + 16 };
    if (inflateInit2(&stream, gzip_window) != Z_OK) { return (bc_span){bytes, 0}; }
    stream.next_out = memory;
    stream.avail_out = most_text;
    inflate(&stream, Z_SYNC_FLUSH);
    inflateEnd(&stream);
    return (bc_span){memory, most_text - stream.avail_out};
}

/// From UTF-8 or UTF-16, without a byte order mark.
static void read_text(bc_span start, start_text *text) {
    const uint8_t *bytes = start.bytes;
    size_t place = 0, step = 1, low = 0;
    if (start.length >= 2 && ((bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF))) {
        place = step = 2;
        low = bytes[0] == 0xFF ? 0 : 1;
    } else if (start.length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        place = 3;
    }
    for (text->length = 0; place + step <= start.length && text->length < most_text; place += step) {
        const bool is_wide = step == 2 && bytes[place + 1 - low] != 0;
        text->characters[text->length++] = is_wide ? '?' : (char)bytes[place + low];
    }
}

typedef struct {
    const char *_Nonnull place, *_Nonnull end;
} cursor;

static bool starts_with(const cursor *at, const char *word) {
    const size_t length = strlen(word);
    return (size_t)(at->end - at->place) >= length && memcmp(at->place, word, length) == 0;
}

/// Moves behind the next one of these words; false if there is none.
static bool skip_past(cursor *at, const char *word) {
    for (; at->place < at->end; ++at->place) {
        if (starts_with(at, word)) {
            at->place += strlen(word);
            return true;
        }
    }
    return false;
}

static bool is_space(char character) { return character == ' ' || (character >= '\t' && character <= '\r'); }

static void skip_spaces(cursor *at) {
    while (at->place < at->end && is_space(*at->place)) { ++at->place; }
}

/// Whether this is a name, after a prefix or none, that is `svg`.
static bool is_svg_name(cursor at) {
    const char *start = at.place;
    while (at.place < at.end && !is_space(*at.place) && *at.place != '>' && *at.place != '/' && *at.place != '[') {
        if (*at.place++ == ':') { start = at.place; }
    }
    return at.place < at.end && at.place - start == 3 && memcmp(start, "svg", 3) == 0;
}

/// Moves behind a document type, with what it declares.
static bool skip_document_type(cursor *at) {
    int depth = 0;
    char quote = 0;
    for (; at->place < at->end; ++at->place) {
        const char character = *at->place;
        if (quote) {
            if (character == quote) { quote = 0; }
        } else if (character == '"' || character == '\'') {
            quote = character;
        } else if (character == '<') {
            ++depth;
        } else if (character == '>' && --depth == 0) {
            ++at->place;
            return true;
        }
    }
    return false;
}

bool bc_svg_is_drawing(bc_span start) {
    uint8_t memory[most_text];
    start_text text;
    read_text(unpacked(start, memory), &text);
    cursor at = {text.characters, text.characters + text.length};
    bool is_typed = false;
    for (;;) {
        skip_spaces(&at);
        if (starts_with(&at, "<?")) {
            if (!skip_past(&at, "?>")) { return is_typed; }
        } else if (starts_with(&at, "<!--")) {
            if (!skip_past(&at, "-->")) { return is_typed; }
        } else if (starts_with(&at, "<!DOCTYPE")) {
            cursor name = {at.place + strlen("<!DOCTYPE"), at.end};
            skip_spaces(&name);
            if (!is_svg_name(name)) { return false; }
            is_typed = true;
            // What it declares may be longer than what is seen of the file.
            if (!skip_document_type(&at)) { return true; }
        } else {
            return starts_with(&at, "<") && is_svg_name((cursor){at.place + 1, at.end});
        }
    }
}

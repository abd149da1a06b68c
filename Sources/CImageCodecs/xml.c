// Reads XMP packets, which are XML, with expat, event by event.
#include <expat.h>
#include <limits.h>

#include "internal.h"

typedef struct {
    bc_xml_reader reader;
    XML_Parser parser;
} reading;

static void start(void *data, const XML_Char *name, const XML_Char **attributes) {
    reading *state = data;
    state->reader.start(state->reader.context, name, (const char *const *)attributes);
}

static void end(void *data, const XML_Char *name) {
    (void)name;
    reading *state = data;
    state->reader.end(state->reader.context);
}

static void text(void *data, const XML_Char *characters, int length) {
    reading *state = data;
    state->reader.text(state->reader.context, characters, length);
}

/// No packet needs its own entities, and a few bytes of them can expand to gigabytes.
static void refuse_entity(void *data, const XML_Char *name, int is_parameter, const XML_Char *value, int length, const XML_Char *base,
                          const XML_Char *system, const XML_Char *public_name, const XML_Char *notation) {
    (void)name, (void)is_parameter, (void)value, (void)length, (void)base, (void)system, (void)public_name, (void)notation;
    XML_StopParser(((reading *)data)->parser, XML_FALSE);
}

bool bc_xml_read(bc_span document, bc_xml_reader reader) {
    if (!document.bytes || document.length > INT_MAX) { return false; }
    reading state = {.reader = reader, .parser = XML_ParserCreateNS(NULL, '|')};
    if (!state.parser) { return false; }
    XML_SetUserData(state.parser, &state);
    XML_SetElementHandler(state.parser, start, end);
    XML_SetCharacterDataHandler(state.parser, text);
    XML_SetEntityDeclHandler(state.parser, refuse_entity);
    const bool is_read = XML_Parse(state.parser, document.bytes, (int)document.length, XML_TRUE) == XML_STATUS_OK;
    XML_ParserFree(state.parser);
    return is_read;
}

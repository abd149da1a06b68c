// XML, by expat.
#ifndef BOUNDEDCROP_CIMAGECODECS_XML_READER_H
#define BOUNDEDCROP_CIMAGECODECS_XML_READER_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

/// The version of expat ("2.5.0").
int32_t bc_xml_version(char *text, size_t size, bc_error *error);

/// Callbacks of an XML reader. Names are `namespace|local`; attributes are passed as name, value, name, value, ..., null.
typedef struct {
    void *context;
    void (*start)(void *context, const char *name, const char *_Nullable const *_Nonnull attributes);
    void (*end)(void *context);
    void (*text)(void *context, const char *text, int length);
} bc_xml_reader;

/// Reads XML with expat; false if it is not well-formed or declares entities.
bool bc_xml_read(bc_span document, bc_xml_reader reader);

#pragma clang assume_nonnull end

#endif

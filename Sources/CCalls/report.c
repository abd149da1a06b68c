#include <stdarg.h>
#include <stdio.h>

#include "CCalls.h"

int32_t bc_report(bc_error *error, int32_t code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    error->code = code;
    return code;
}

int32_t bc_report_cancelled(bc_error *error) { return bc_report(error, BC_CANCELLED, "cancelled"); }

int32_t bc_report_out_of_memory(bc_error *error) { return bc_report(error, BC_OUT_OF_MEMORY, "out of memory"); }

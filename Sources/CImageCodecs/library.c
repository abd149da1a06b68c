#include "library.h"

#include <dlfcn.h>
#include <string.h>

static int32_t find_functions(const bc_library *library, void *handle, bc_error *error) {
    for (size_t index = 0; index < library->count; ++index) {
        const bc_symbol symbol = library->symbols[index];
        void *address = dlsym(handle, symbol.name);
        if (!address) {
            return bc_report(error, BC_MISSING_LIBRARY, "the installed %s does not have %s; install the Debian package %s",
                             library->soname, symbol.name, library->package);
        }
        // Not by assignment, because the pointer has a function's type.
        memcpy(symbol.function, &address, sizeof address);
    }
    return BC_OK;
}

static int32_t open_locked(bc_library *library, bc_error *error) {
    if (library->handle) { return BC_OK; }
    void *handle = dlopen(library->soname, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        return bc_report(error, BC_MISSING_LIBRARY, "%s cannot be opened (%s); install the Debian package %s", library->soname,
                         reason ? reason : "no reason given", library->package);
    }
    const int32_t status = find_functions(library, handle, error);
    if (status == BC_OK) {
        library->handle = handle;
    } else {
        dlclose(handle);
    }
    return status;
}

int32_t bc_library_open(bc_library *library, bc_error *error) {
    pthread_mutex_lock(&library->lock);
    const int32_t status = open_locked(library, error);
    pthread_mutex_unlock(&library->lock);
    return status;
}

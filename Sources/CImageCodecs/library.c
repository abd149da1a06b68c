#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdbool.h>
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

/// What the dynamic linker has loaded of a library, as far as it tells how functions are imported.
typedef struct {
    const ElfW(Rela) *slots;
    size_t size;
    const ElfW(Sym) *symbols;
    const char *names;
    bool is_fixed;
} imports;

static imports read_imports(const struct link_map *map) {
    imports found = {.slots = NULL};
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
        switch (entry->d_tag) {
        case DT_JMPREL: found.slots = (const void *)entry->d_un.d_ptr; break;
        case DT_PLTRELSZ: found.size = entry->d_un.d_val; break;
        case DT_SYMTAB: found.symbols = (const void *)entry->d_un.d_ptr; break;
        case DT_STRTAB: found.names = (const void *)entry->d_un.d_ptr; break;
        case DT_PLTREL: found.is_fixed |= entry->d_un.d_val != DT_RELA; break;
        case DT_BIND_NOW: found.is_fixed = true; break;
        // The addresses of functions are read-only then.
        case DT_FLAGS: found.is_fixed |= (entry->d_un.d_val & DF_BIND_NOW) != 0; break;
        case DT_FLAGS_1: found.is_fixed |= (entry->d_un.d_val & DF_1_NOW) != 0; break;
        default: break;
        }
    }
    return found;
}

static void replace_import(const bc_library *library, void *handle) {
    struct link_map *map = NULL;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) { return; }
    const imports found = read_imports(map);
    if (found.is_fixed || !found.slots || !found.symbols || !found.names) { return; }
    for (size_t index = 0; index < found.size / sizeof *found.slots; ++index) {
        const ElfW(Rela) slot = found.slots[index];
        const ElfW(Sym) symbol = found.symbols[ELF64_R_SYM(slot.r_info)];
        if (strcmp(found.names + symbol.st_name, library->imported) != 0) { continue; }
        memcpy((void *)(map->l_addr + slot.r_offset), &library->replacement, sizeof library->replacement);
    }
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
        if (library->imported) { replace_import(library, handle); }
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

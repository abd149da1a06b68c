// glibc's malloc settings, which Swift's Glibc module does not include. Other C libraries have none, and this module is empty.
#if __has_include(<features.h>)
#include <features.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

// glibc's malloc settings, which Swift's Glibc module does not include.
#include <malloc.h>

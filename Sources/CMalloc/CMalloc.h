// glibc's settings of its memory, which Swift's Glibc module leaves out.
#include <malloc.h>

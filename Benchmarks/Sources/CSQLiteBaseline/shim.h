#include <sqlite3.h>
#ifdef __linux__
// For `mallinfo2`.
#include <malloc.h>
#endif

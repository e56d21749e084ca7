#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own loop, for a program that has a main function: gives `callback` one input after the other.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

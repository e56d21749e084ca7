#ifndef CHIDDENLOCKS_H
#define CHIDDENLOCKS_H

// Nothing to call: `HiddenLocks.c` works before `main`.

#endif

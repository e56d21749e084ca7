#include "CRowCells.h"

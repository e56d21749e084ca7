#include "CThreadState.h"

_Thread_local openswiftdata_thread_state openswiftdata_state;

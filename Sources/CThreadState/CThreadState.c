#include "CThreadState.h"

static _Thread_local openswiftdata_thread_state state;

openswiftdata_thread_state *openswiftdata_current_thread(void) { return &state; }

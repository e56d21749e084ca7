// On Apple's systems the module is the frameworks that it stands for elsewhere.
#if canImport(os)
  @_exported import os
#endif

// On Apple's systems, the module only exports the frameworks that it replaces elsewhere.
#if canImport(os)
  @_exported import os
#endif

// Whoever syncs needs the values and errors of the port as well.
@_exported import SyncPort

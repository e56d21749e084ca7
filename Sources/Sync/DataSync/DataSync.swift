// Clients of this module also need the values and errors of `SyncPort`.
@_exported import SyncPort

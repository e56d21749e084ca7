@_exported import RandomTesting

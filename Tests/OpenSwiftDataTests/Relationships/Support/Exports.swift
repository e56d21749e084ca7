@_exported import StoreTesting

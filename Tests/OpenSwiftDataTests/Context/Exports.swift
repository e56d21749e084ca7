@_exported import StoreTesting
@_exported import TestModels

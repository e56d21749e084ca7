@_exported import StoreTesting
@_exported import TestModels

// Testing has one, too.
typealias Tag = TestModels.Tag

@_exported import StoreTesting
@_exported import TestModels

// Testing also declares `Tag`.
typealias Tag = TestModels.Tag

@_exported import Observation
// The nodes of predicates and the localized sort orders are API of this library.
@_exported import PredicateSQL
@_exported import SwiftDataErrors

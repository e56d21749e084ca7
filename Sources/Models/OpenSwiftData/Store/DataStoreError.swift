import Foundation

/// A reason why a store cannot do what it was asked to do.
public enum DataStoreError: Error {
  /// The store does not support the operation.
  case unsupportedFeature
  /// The store cannot evaluate the predicate; the context then filters in memory.
  case preferInMemoryFilter
  /// The store cannot sort by the requested properties; the context then sorts in memory.
  case preferInMemorySort
  /// The predicate is not valid for the store.
  case invalidPredicate
}

extension DataStoreError: LocalizedError {
  /// A sentence that says what the store cannot do.
  public var errorDescription: String? {
    switch self {
    case .unsupportedFeature: "The store does not support the operation."
    case .preferInMemoryFilter: "The store cannot evaluate the predicate."
    case .preferInMemorySort: "The store cannot sort by the requested properties."
    case .invalidPredicate: "The predicate is not valid for the store."
    }
  }
}

import Foundation

/// Why a store does not do what it was asked.
public enum DataStoreError: Error {
  /// The store cannot do that at all.
  case unsupportedFeature
  /// The store cannot evaluate the predicate; its context then filters in memory.
  case preferInMemoryFilter
  /// The store cannot sort so; its context then sorts in memory.
  case preferInMemorySort
  /// The predicate makes no sense to the store.
  case invalidPredicate
}

extension DataStoreError: LocalizedError {
  /// What the store does not do, as a sentence.
  public var errorDescription: String? {
    switch self {
    case .unsupportedFeature: "The store cannot do what it was asked."
    case .preferInMemoryFilter: "The store cannot evaluate the predicate."
    case .preferInMemorySort: "The store cannot sort as it was asked."
    case .invalidPredicate: "The predicate makes no sense to the store."
    }
  }
}

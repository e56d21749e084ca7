import SwiftData

extension ModelContext {
  /// Finds the bookmark with an address in any spelling.
  ///
  /// The store searches for a part that all spellings contain, so that only the few rows with that
  /// part are read and compared. For an address without a path, all rows are read.
  ///
  /// - Parameter address: The address.
  /// - Returns: The bookmark; nil if the address is not stored.
  /// - Throws: The error of the fetch.
  package func bookmark(at address: WebAddress) throws -> Bookmark? {
    let key = WebAddress.comparisonKey(address.text)
    let part = WebAddress.unalterablePart(ofKey: key)
    var descriptor = FetchDescriptor<Bookmark>()
    if !part.isEmpty {
      descriptor.predicate = #Predicate { $0.url?.contains(part) == true }
    }
    descriptor.propertiesToFetch = [\.url]
    return try fetch(descriptor).first { $0.url.map(WebAddress.comparisonKey) == key }
  }
}

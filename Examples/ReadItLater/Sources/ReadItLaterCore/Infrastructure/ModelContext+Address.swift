import SwiftData

extension ModelContext {
  /// The bookmark whose address is another spelling of an address, or the address itself.
  ///
  /// The store looks for a part that every spelling contains, so that only the few rows with that part are read and
  /// compared. All rows are read for an address without a path.
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

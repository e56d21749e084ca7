import Foundation

/// The part of a result that limit and offset ask for.
struct FetchRange: Hashable {
  var offset: Int
  var limit: Int?

  /// The part that a descriptor asks for; nil where that is the whole result.
  ///
  /// As a property of the descriptor it would look up the descriptor's type.
  @inline(__always)
  static func asked<T>(by descriptor: FetchDescriptor<T>) -> FetchRange? {
    guard descriptor.fetchLimit != nil || descriptor.fetchOffset != nil else { return nil }
    return FetchRange(
      offset: max(0, descriptor.fetchOffset ?? 0),
      limit: descriptor.fetchLimit.map { max(0, $0) })
  }

  init(offset: Int, limit: Int?) {
    self.offset = offset
    self.limit = limit
  }

  /// The rows from the first on that can be in the range once up to `count` of them left.
  func spared(_ count: Int) -> FetchRange? {
    guard let limit else { return nil }
    let (end, overflows) = offset.addingReportingOverflow(limit)
    let (spared, sparedOverflows) = end.addingReportingOverflow(count)
    return overflows || sparedOverflows ? nil : FetchRange(offset: 0, limit: spared)
  }
}

extension FetchRange? {
  /// The part of a whole result; all of it where there is no range.
  func of<Model>(_ models: [Model]) -> [Model] {
    guard let self else { return models }
    return Array(models.dropFirst(self.offset).prefix(self.limit ?? .max))
  }

  /// How many of so many models are in the range.
  func count(of count: Int) -> Int {
    guard let self else { return count }
    return Swift.min(Swift.max(0, count - self.offset), self.limit ?? .max)
  }
}

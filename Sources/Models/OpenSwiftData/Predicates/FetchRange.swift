import Foundation

/// The part of a result that a limit and an offset select.
struct FetchRange: Hashable {
  var offset: Int
  var limit: Int?

  /// The range that a descriptor asks for; nil for the whole result.
  ///
  /// A function, because a property of the descriptor would look up the descriptor's type.
  @inline(__always)
  static func asked<T>(by descriptor: FetchDescriptor<T>) -> FetchRange? {
    guard descriptor.fetchLimit != nil || descriptor.fetchOffset != nil else { return nil }
    return FetchRange(
      offset: max(0, descriptor.fetchOffset ?? 0),
      limit: descriptor.fetchLimit.map { max(0, $0) })
  }

  /// The range to read so that the result is complete after up to `count` rows of it are dropped;
  /// nil to read all rows.
  func spared(_ count: Int) -> FetchRange? {
    guard let limit else { return nil }
    let (end, overflows) = offset.addingReportingOverflow(limit)
    let (spared, sparedOverflows) = end.addingReportingOverflow(count)
    return overflows || sparedOverflows ? nil : FetchRange(offset: 0, limit: spared)
  }
}

extension FetchRange? {
  /// The models of a whole result that are in the range; all of them without a range.
  func of<Model>(_ models: [Model]) -> [Model] {
    guard let self else { return models }
    return Array(models.dropFirst(self.offset).prefix(self.limit ?? .max))
  }

  /// The number of models in the range, out of `count`.
  func count(of count: Int) -> Int {
    guard let self else { return count }
    return Swift.min(Swift.max(0, count - self.offset), self.limit ?? .max)
  }
}

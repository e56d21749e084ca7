/// The maximum sizes of a server's answers in bytes, counted after decompression.
///
/// A larger answer ends with a `SyncError` of the kind `answerTooLarge` that names the address and
/// the limit, and is not read further. An engine then requests fewer records at once, down to a
/// single one.
public struct AnswerLimits: Hashable, Sendable {
  /// The maximum size of an answer with records, such as a page of changes.
  public var records: Int
  /// The maximum size of one file.
  public var file: Int
  /// The maximum size of any other answer: a failure, a sign-in, a piece of a large value.
  public var other: Int

  /// The maximum size of all headers of an answer, including preliminary answers and trailers.
  public static let headers = 128 << 10

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - records: The maximum size of an answer with records in bytes; 64 MiB by default.
  ///   - file: The maximum size of one file in bytes; 64 MiB by default.
  ///   - other: The maximum size of any other answer in bytes; 1 MiB by default.
  public init(records: Int = 64 << 20, file: Int = 64 << 20, other: Int = 1 << 20) {
    (self.records, self.file, self.other) = (max(1, records), max(1, file), max(1, other))
  }

  /// The limits of the answer to one request.
  public struct Request: Hashable, Sendable {
    /// The maximum size in bytes of a successful answer, with a status from 200 to 299.
    public var success: Int
    /// The maximum size of any other answer in bytes.
    public var failure: Int

    /// Creates limits.
    public init(success: Int, failure: Int) { (self.success, self.failure) = (success, failure) }

    /// Returns the maximum size of an answer with a status.
    package func limit(ofStatus status: Int) -> Int {
      (200..<300).contains(status) ? success : failure
    }
  }

  /// The limits of an answer with records.
  public var forRecords: Request { Request(success: records, failure: min(records, other)) }

  /// The limits of any other answer.
  public var forOthers: Request { Request(success: other, failure: other) }

  /// Returns the limits of an answer with a file.
  ///
  /// - Parameter size: The size of the file in bytes.
  /// - Returns: The limits.
  public func forFile(of size: Int) -> Request {
    Request(success: max(0, min(size, file)), failure: other)
  }
}

/// How many bytes the answers of a server may have, counted once they are unpacked.
///
/// An answer with more ends with a `SyncError` of the kind `answerTooLarge` that names the address and the limit, and is
/// not read further. An engine then asks for fewer records at once, down to a single one.
public struct AnswerLimits: Hashable, Sendable {
  /// The bytes of an answer with records, such as a page of changes.
  public var records: Int
  /// The bytes of one file.
  public var file: Int
  /// The bytes of any other answer: a failure, a sign-in, a piece of a large value.
  public var other: Int

  /// The bytes of all headers of an answer, those of preliminary answers and trailers included.
  public static let headers = 128 << 10

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - records: The bytes of an answer with records; 64 MiB by default.
  ///   - file: The bytes of one file; 64 MiB by default.
  ///   - other: The bytes of any other answer; 1 MiB by default.
  public init(records: Int = 64 << 20, file: Int = 64 << 20, other: Int = 1 << 20) {
    (self.records, self.file, self.other) = (max(1, records), max(1, file), max(1, other))
  }

  /// The limits of the answer to one request.
  public struct Request: Hashable, Sendable {
    /// The bytes of an answer that brings what was asked for, of a status from 200 to 299.
    public var success: Int
    /// The bytes of any other answer.
    public var failure: Int

    /// Makes limits.
    public init(success: Int, failure: Int) { (self.success, self.failure) = (success, failure) }

    /// The bytes of an answer of a status.
    package func limit(ofStatus status: Int) -> Int {
      (200..<300).contains(status) ? success : failure
    }
  }

  /// The limits of an answer with records.
  public var forRecords: Request { Request(success: records, failure: min(records, other)) }

  /// The limits of any other answer.
  public var forOthers: Request { Request(success: other, failure: other) }

  /// The limits of an answer with a file.
  ///
  /// - Parameter size: How many bytes the file has.
  /// - Returns: The limits.
  public func forFile(of size: Int) -> Request {
    Request(success: max(0, min(size, file)), failure: other)
  }
}
